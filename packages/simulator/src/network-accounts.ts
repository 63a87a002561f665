import { credit, leaveMarket } from './accounts.ts'
import type { Block } from './block.ts'
import { amountOf } from './model.ts'
import { Process } from './world.ts'

const PER_ASSET = [
  ...['FEES_INFRASTRUCTURE', 'EXTERNAL', 'GLOBAL_INSURANCE', 'GLOBAL_REWARD', 'PENDING_TRANSFERS'],
  ...['NETWORK_TREASURY', 'PENDING_FEE_REFERRAL_REWARD'],
  ...['REWARD_MAKER_PAID_FEES', 'REWARD_MAKER_RECEIVED_FEES', 'REWARD_LP_RECEIVED_FEES'],
  ...['REWARD_MARKET_PROPOSERS', 'REWARD_AVERAGE_POSITION', 'REWARD_RELATIVE_RETURN'],
  ...['REWARD_RETURN_VOLATILITY', 'REWARD_VALIDATOR_RANKING', 'REWARD_REALISED_RETURN'],
]

const PER_MARKET = [
  ...['INSURANCE', 'SETTLEMENT', 'FEES_LIQUIDITY', 'FEES_MAKER', 'LP_LIQUIDITY_FEES'],
  'LIQUIDITY_FEES_BONUS_DISTRIBUTION',
]

/** The network's own accounts. They open with their asset or market and receive fees and other funds. */
export class NetworkAccounts extends Process {
  override step(block: Block): void {
    const { network, parties, assets, markets, settled, rate } = this.world
    if (block.height === 1) {
      for (const asset of assets) for (const type of PER_ASSET) credit(block, network, { type, asset }, 0n)
    }
    for (const market of markets) {
      if (market.proposedAt !== block.nanos) continue
      for (const type of PER_MARKET) credit(block, network, { type, asset: market.asset, market }, 0n)
    }
    for (let n = this.random.times(0.8 * rate); n > 0; n--) this.#fund(block)
    for (const market of settled) {
      leaveMarket(block, network, market, 'GLOBAL_INSURANCE')
      for (const party of parties) leaveMarket(block, party, market, 'GENERAL')
    }
  }

  #fund(block: Block): void {
    const { random } = this
    const { network, assets, markets } = this.world
    const market = markets.length > 0 && random.chance(0.5) ? random.pick(markets) : undefined
    const asset = market?.asset ?? random.pick(assets)
    const type = random.pick(market ? PER_MARKET : PER_ASSET)
    credit(block, network, { type, asset, market }, amountOf(asset, random.between(1, 5_000) / 100))
  }
}
