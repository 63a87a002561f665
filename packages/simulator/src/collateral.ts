import type { AccountPlace } from './accounts.ts'
import type { Block } from './block.ts'
import { amountOf, type Market, type Party } from './model.ts'
import type { Random } from './random.ts'
import type { Process, World } from './world.ts'

const MAKER_FEE = 0.0002
const INFRASTRUCTURE_FEE = 0.0005
const LIQUIDITY_FEE = 0.001

/** Notional of `size` at `price` in whole units of the market's asset; sizes have three decimals. */
export function notionalOf(market: Market, price: number, size: number): number {
  return (price * size) / 10 ** (market.decimals + 3)
}

/** The account with a party's funds for open orders and positions on a market. */
function marginPlace(party: Party, market: Market, forOrders: boolean): AccountPlace {
  if (market.product === 'spot') return { type: 'HOLDING', asset: market.asset }
  const type = forOrders && party.isolatedMargin ? 'ORDER_MARGIN' : 'MARGIN'
  return { type, asset: market.asset, market }
}

/** Money that follows orders and trades: margin, fees, and gains and losses marked to market. */
export class Collateral implements Process {
  readonly #world: World
  readonly #random: Random

  constructor(world: World) {
    this.#world = world
    this.#random = world.random('collateral')
  }

  get live(): number {
    return 0
  }

  /** Marks to market from time to time: a loser's margin goes through the settlement account to a winner's. */
  step(block: Block): void {
    for (const market of this.#world.markets) {
      if (market.state === 'ACTIVE' && market.product !== 'spot' && this.#random.chance(0.04)) {
        this.#markToMarket(block, market)
      }
    }
    for (const market of this.#world.settled) this.#release(block, market)
  }

  /** Sets margin aside for a new order, if the party's margin does not cover it already. */
  lock(block: Block, party: Party, market: Market, notional: number): void {
    const to = marginPlace(party, market, true)
    const needed = amountOf(market.asset, notional * 0.1)
    const { ledger } = this.#world
    if (ledger.balance(party, to) >= needed * 3n) return
    ledger.move(block, party, { type: 'GENERAL', asset: market.asset }, to, needed)
  }

  /** Charges the fees of a trade to the taker and credits maker, network and liquidity providers. */
  chargeFees(block: Block, taker: Party, maker: Party, market: Market, notional: number): void {
    const { ledger, network } = this.#world
    const { asset } = market
    const fee = (factor: number) => amountOf(asset, notional * factor)
    const total = fee(MAKER_FEE) + fee(INFRASTRUCTURE_FEE) + fee(LIQUIDITY_FEE)
    if (total === 0n || ledger.debit(block, taker, { type: 'GENERAL', asset }, total) < total) return
    ledger.credit(block, maker, { type: 'GENERAL', asset }, fee(MAKER_FEE))
    ledger.credit(block, network, { type: 'FEES_INFRASTRUCTURE', asset }, fee(INFRASTRUCTURE_FEE))
    ledger.credit(block, network, { type: 'FEES_LIQUIDITY', asset, market }, fee(LIQUIDITY_FEE))
  }

  /** Takes all margin of a closed-out party for the market's insurance pool. */
  confiscate(block: Block, party: Party, market: Market): void {
    const { ledger, network } = this.#world
    const from = marginPlace(party, market, false)
    const taken = ledger.debit(block, party, from, ledger.balance(party, from))
    if (taken > 0n) ledger.credit(block, network, { type: 'INSURANCE', asset: market.asset, market }, taken)
  }

  #markToMarket(block: Block, market: Market): void {
    const { ledger, network, parties } = this.#world
    const { asset } = market
    const loser = this.#random.pick(parties)
    const winner = this.#random.pick(parties)
    const from = marginPlace(loser, market, false)
    const lost = ledger.balance(loser, from) / 20n
    if (lost === 0n || loser === winner) return
    const settlement: AccountPlace = { type: 'SETTLEMENT', asset, market }
    ledger.credit(block, network, settlement, ledger.debit(block, loser, from, lost))
    ledger.credit(
      block,
      winner,
      marginPlace(winner, market, false),
      ledger.debit(block, network, settlement, lost),
    )
  }

  #release(block: Block, market: Market): void {
    const { ledger, parties } = this.#world
    const { asset } = market
    for (const party of parties) {
      for (const type of ['MARGIN', 'ORDER_MARGIN'] as const) {
        const from = { type, asset, market }
        ledger.move(block, party, from, { type: 'GENERAL', asset }, ledger.balance(party, from))
      }
      ledger.forget(party, market)
    }
  }
}
