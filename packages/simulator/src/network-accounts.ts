import type { AccountType } from './accounts.ts'
import type { Block } from './block.ts'
import { amountOf } from './model.ts'
import { inTurn, type Random } from './random.ts'
import type { Process, World } from './world.ts'

const PER_ASSET: readonly AccountType[] = [
  'FEES_INFRASTRUCTURE',
  'EXTERNAL',
  'GLOBAL_INSURANCE',
  'GLOBAL_REWARD',
  'PENDING_TRANSFERS',
  'NETWORK_TREASURY',
  'PENDING_FEE_REFERRAL_REWARD',
]

/** Reward pots per market and per asset. */
const REWARD_POTS: readonly AccountType[] = [
  'REWARD_MAKER_PAID_FEES',
  'REWARD_MAKER_RECEIVED_FEES',
  'REWARD_LP_RECEIVED_FEES',
  'REWARD_MARKET_PROPOSERS',
  'REWARD_AVERAGE_POSITION',
  'REWARD_RELATIVE_RETURN',
  'REWARD_RETURN_VOLATILITY',
  'REWARD_VALIDATOR_RANKING',
  'REWARD_REALISED_RETURN',
]

const PER_MARKET: readonly AccountType[] = [
  'INSURANCE',
  'SETTLEMENT',
  'FEES_LIQUIDITY',
  'FEES_MAKER',
  'LP_LIQUIDITY_FEES',
  'LIQUIDITY_FEES_BONUS_DISTRIBUTION',
]

/**
 * The network's own accounts. They open with their asset or market, get funds from time to time, and are emptied when
 * a market settles.
 */
export class NetworkAccounts implements Process {
  readonly #world: World
  readonly #random: Random
  readonly #potType = inTurn(REWARD_POTS)

  constructor(world: World) {
    this.#world = world
    this.#random = world.random('network accounts')
  }

  get live(): number {
    return this.#world.network.accounts.size
  }

  step(block: Block): void {
    const { ledger, network, assets, markets, scale } = this.#world
    if (block.height === 1) {
      for (const asset of assets) {
        for (const type of [...PER_ASSET, ...REWARD_POTS]) ledger.open(block, network, { type, asset })
      }
    }
    for (const market of markets) {
      if (market.proposedAt !== block.time) continue
      for (const type of PER_MARKET) ledger.open(block, network, { type, asset: market.asset, market })
    }
    for (let n = this.#random.times(0.1 * scale); n > 0; n--) this.#fundPot(block)
    this.#closeSettled(block)
  }

  #fundPot(block: Block): void {
    const { ledger, network, assets, markets } = this.#world
    const asset = this.#random.pick(assets)
    const type = this.#random.chance(0.2) ? 'GLOBAL_REWARD' : this.#potType()
    const market = markets.length > 0 && this.#random.chance(0.3) ? this.#random.pick(markets) : undefined
    const pot = market && type !== 'GLOBAL_REWARD' ? { type, asset: market.asset, market } : { type, asset }
    ledger.credit(block, network, pot, amountOf(pot.asset, this.#random.between(100, 5_000)))
    ledger.credit(
      block,
      network,
      { type: 'NETWORK_TREASURY', asset },
      amountOf(asset, this.#random.between(1, 50)),
    )
  }

  /** Moves a settled market's funds to its asset's global insurance. Its accounts stay, empty, and are forgotten. */
  #closeSettled(block: Block): void {
    const { ledger, network, settled } = this.#world
    for (const market of settled) {
      const { asset } = market
      for (const type of [...PER_MARKET, ...REWARD_POTS]) {
        const place = { type, asset, market }
        const left = ledger.balance(network, place)
        if (left > 0n) ledger.move(block, network, place, { type: 'GLOBAL_INSURANCE', asset }, left)
      }
      ledger.forget(network, market)
    }
  }
}
