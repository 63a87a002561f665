import { changeBalance, leaveMarket, setBalance } from './accounts.ts'
import { ASSETS } from './assets.ts'
import type { Block } from './block.ts'
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

/** The network's own accounts. They open with their asset or market, and receive fees and other funds. */
export class NetworkAccounts extends Process {
  override start(block: Block): void {
    const { network } = this.world
    for (const asset of ASSETS)
      for (const type of PER_ASSET) setBalance(block, network, { type, asset, balance: 0n })
  }

  override step(block: Block): void {
    const { random } = this
    const { network, parties, markets, settled, rate } = this.world
    for (const market of markets) {
      if (market.proposedAt !== block.nanos) continue
      const { asset } = market
      for (const type of PER_MARKET) setBalance(block, network, { type, asset, market, balance: 0n })
    }
    for (let n = random.times(0.8 * rate); n > 0; n--) {
      const market = random.chance(0.5) ? random.pick(markets) : undefined
      const asset = market?.asset ?? random.pick(ASSETS)
      const type = random.pick(market ? PER_MARKET : PER_ASSET)
      changeBalance(block, random, network, { type, asset, market })
    }
    for (const market of settled) {
      for (const holder of [network, ...parties]) leaveMarket(block, holder, market)
    }
  }
}
