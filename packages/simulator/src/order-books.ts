import type { Block } from './block.ts'
import { type Collateral, notionalOf } from './collateral.ts'
import { bestOpposite, fill, replenish, sizeWithin } from './matching.ts'
import type { Market, Party } from './model.ts'
import { type Order, type OrderStatus, orderFrom, orderMessage } from './order.ts'
import { refusal } from './order-refusal.ts'
import { inTurn, type Random } from './random.ts'
import type { Submission } from './submission.ts'
import type { World } from './world.ts'

const MAX_PER_MARKET = 60

/** Refusals for lack of funds. The simulator does not track funds in that detail, so it gives them in turn. */
const LACKS_FUNDS = [
  'MARGIN_CHECK_FAILED',
  'INSUFFICIENT_ASSET_BALANCE',
  'MISSING_GENERAL_ACCOUNT',
  'INSUFFICIENT_FUNDS_TO_PAY_FEES',
  'ISOLATED_MARGIN_CHECK_FAILED',
]

/** The live orders of each market. Orders enter, trade and leave here. */
export class OrderBooks {
  readonly #collateral: Collateral
  readonly #random: Random
  readonly #books = new Map<Market, Order<Party>[]>()
  readonly #lack = inTurn(LACKS_FUNDS)

  constructor(world: World, collateral: Collateral) {
    this.#collateral = collateral
    this.#random = world.random('order books')
  }

  /** Number of books and of live orders on them. */
  get live(): number {
    return [...this.#books.values()].reduce((sum, book) => sum + book.length, this.#books.size)
  }

  /** The live orders of a market, oldest first. */
  of(market: Market): Order<Party>[] {
    let book = this.#books.get(market)
    if (!book) {
      book = []
      this.#books.set(market, book)
    }
    return book
  }

  /** Forgets the book of a settled market. */
  close(market: Market): void {
    this.#books.delete(market)
  }

  /** Accepts an order as `id`, or refuses it. Trades as much as possible, and keeps the rest if its type allows. */
  submit(block: Block, party: Party, submission: Submission, id: string): void {
    const order = orderFrom(submission, party, id, block.time)
    order.reason = refusal(order) ?? (this.#random.chance(0.02) ? this.#lack() : undefined)
    if (order.reason) {
      order.status = 'STATUS_REJECTED'
      block.emit('ORDER', orderMessage(order))
      return
    }
    const notional = notionalOf(order.market, order.market.price, order.size)
    if (!order.reduceOnly) this.#collateral.lock(block, party, order.market, notional)
    if (order.market.state === 'ACTIVE') this.#trade(block, order)
    replenish(order)
    block.emit('ORDER', orderMessage(order))
    if (order.status === 'STATUS_ACTIVE' || order.status === 'STATUS_PARKED') this.#rest(block, order)
  }

  /** Ends a live order with its own event. */
  end(block: Block, order: Order<Party>, status: OrderStatus): void {
    this.remove(order)
    order.status = status
    this.update(block, order)
  }

  /** Writes the new state of an order. */
  update(block: Block, order: Order): void {
    order.updatedAt = block.time
    block.emit('ORDER', orderMessage(order))
  }

  /** Removes an order from its book without an event. */
  remove(order: Order<Party>): void {
    const book = this.of(order.market)
    book.splice(book.indexOf(order), 1)
  }

  #rest(block: Block, order: Order<Party>): void {
    const book = this.of(order.market)
    book.push(order)
    // The oldest order is removed, as a market maker would do.
    if (book.length > MAX_PER_MARKET) this.end(block, book[0]!, 'STATUS_CANCELLED')
  }

  #trade(block: Block, taker: Order<Party>): void {
    const book = this.of(taker.market)
    taker.reason = this.#stopReason(book, taker)
    const allOrNothing = taker.timeInForce === 'TIME_IN_FORCE_FOK'
    if (taker.reason || (allOrNothing && sizeWithin(book, taker) < taker.size)) {
      taker.status = 'STATUS_STOPPED'
      return
    }
    this.#match(block, taker, book)
    if (taker.status === 'STATUS_ACTIVE' && (allOrNothing || taker.timeInForce === 'TIME_IN_FORCE_IOC')) {
      taker.status = taker.remaining < taker.size ? 'STATUS_PARTIALLY_FILLED' : 'STATUS_STOPPED'
    }
  }

  #stopReason(book: readonly Order<Party>[], taker: Order<Party>): string | undefined {
    if (taker.postOnly && bestOpposite(book, taker)) return 'POST_ONLY_ORDER_WOULD_TRADE'
    if (taker.reduceOnly && this.#random.chance(0.1)) return 'REDUCE_ONLY_ORDER_WOULD_NOT_REDUCE_POSITION'
    return undefined
  }

  #match(block: Block, taker: Order<Party>, book: readonly Order<Party>[]): void {
    while (taker.remaining > 0) {
      const maker = bestOpposite(book, taker)
      if (!maker) return
      if (maker.party === taker.party) {
        taker.status = 'STATUS_STOPPED'
        taker.reason = 'SELF_TRADING'
        return
      }
      const size = Math.min(maker.remaining, taker.remaining)
      fill(maker, size, block.time)
      fill(taker, size, block.time)
      if (maker.status === 'STATUS_FILLED') this.remove(maker)
      block.emit('ORDER', orderMessage(maker))
      this.#settleTrade(block, taker, maker, size)
    }
  }

  #settleTrade(block: Block, taker: Order<Party>, maker: Order<Party>, size: number): void {
    const { market, party } = taker
    const notional = notionalOf(market, maker.price, size)
    market.takerVolume.set(party, (market.takerVolume.get(party) ?? 0) + notional)
    this.#collateral.chargeFees(block, party, maker.party, market, notional)
  }
}
