import type { Block } from './block.ts'
import type { Market, Order } from './model.ts'
import { fill, orderOf, type Submission } from './order.ts'
import { inTurn, type Random } from './random.ts'

const MAX_PER_MARKET = 60
const MAX_MAKERS = 3

/** Reasons for a refusal. The simulator does not track margins, so it gives the reasons in turn. */
const REFUSALS = [
  ...['MARGIN_CHECK_FAILED', 'INSUFFICIENT_ASSET_BALANCE', 'MISSING_GENERAL_ACCOUNT', 'SELF_TRADING'],
  ...['INSUFFICIENT_FUNDS_TO_PAY_FEES', 'ISOLATED_MARGIN_CHECK_FAILED'],
]

const REFUSED_IN_AUCTION: Readonly<Record<string, string>> = {
  TIME_IN_FORCE_GFN: 'CANNOT_SEND_GFN_ORDER_DURING_AN_AUCTION',
  TIME_IN_FORCE_IOC: 'CANNOT_SEND_IOC_ORDER_DURING_AUCTION',
  TIME_IN_FORCE_FOK: 'CANNOT_SEND_FOK_ORDER_DURING_AUCTION',
}

/** The live orders of each market. Orders enter, trade and leave here. */
export class OrderBooks {
  readonly #random: Random
  readonly #refusal = inTurn(REFUSALS)

  constructor(random: Random) {
    this.#random = random
  }

  /** Accepts an order as `id`, or refuses it. Trades some, and keeps the rest if its time in force allows. */
  submit(block: Block, partyId: string, market: Market, submission: Submission, id: string): void {
    const order = orderOf(submission, partyId, market, id, block)
    const refusal = this.#refuse(order, market)
    order.reason = refusal && `ORDER_ERROR_${refusal}`
    if (refusal) order.status = 'STATUS_REJECTED'
    else if (market.state === 'ACTIVE' && !order.peggedOrder) this.#trade(block, order, market)
    block.emit('ORDER', order)
    if (order.status !== 'STATUS_ACTIVE' && order.status !== 'STATUS_PARKED') return
    market.orders.push(order)
    // The oldest order is removed, as a market maker would do.
    if (market.orders.length > MAX_PER_MARKET) this.end(block, market, market.orders[0]!, 'STATUS_CANCELLED')
  }

  end(block: Block, market: Market, order: Order, status: string): void {
    remove(market, order)
    order.status = status
    this.update(block, order)
  }

  update(block: Block, order: Order): void {
    order.updatedAt = block.nanos
    block.emit('ORDER', order)
  }

  #refuse({ timeInForce = '' }: Order, { state }: Market): string | undefined {
    if (state === 'PROPOSED') return 'MARKET_CLOSED'
    const inAuction = state === 'ACTIVE' ? undefined : REFUSED_IN_AUCTION[timeInForce]
    return inAuction ?? (this.#random.chance(0.02) ? this.#refusal() : undefined)
  }

  /** Trades with some live orders of the other side. It ignores prices, since no operation returns one to compare. */
  #trade(block: Block, taker: Order, market: Market): void {
    const { timeInForce, size, side, partyId } = taker
    const immediate = timeInForce === 'TIME_IN_FORCE_IOC' || timeInForce === 'TIME_IN_FORCE_FOK'
    if (!immediate && this.#random.chance(0.8)) return
    const isMaker = (order: Order) =>
      order.side !== side && order.status === 'STATUS_ACTIVE' && order.partyId !== partyId
    const makers = market.orders.filter(isMaker).slice(0, MAX_MAKERS)
    const offered = makers.reduce((sum, { remaining }) => sum + remaining, 0)
    if (taker.postOnly) taker.reason = 'ORDER_ERROR_POST_ONLY_ORDER_WOULD_TRADE'
    else if (taker.reduceOnly && this.#random.chance(0.1))
      taker.reason = 'ORDER_ERROR_REDUCE_ONLY_ORDER_WOULD_NOT_REDUCE_POSITION'
    const isStopped = taker.reason || (timeInForce === 'TIME_IN_FORCE_FOK' && offered < size)
    if (!isStopped) for (const maker of makers) match(block, taker, maker, market)
    if (!(isStopped || immediate) || taker.status === 'STATUS_FILLED') return
    taker.status = taker.remaining < size && !isStopped ? 'STATUS_PARTIALLY_FILLED' : 'STATUS_STOPPED'
  }
}

function match(block: Block, taker: Order, maker: Order, market: Market): void {
  const size = Math.min(maker.remaining, taker.remaining)
  if (size === 0) return
  fill(taker, size, block.nanos)
  fill(maker, size, block.nanos)
  if (maker.status === 'STATUS_FILLED') remove(market, maker)
  block.emit('ORDER', maker)
}

export function remove(market: Market, order: Order): void {
  market.orders.splice(market.orders.indexOf(order), 1)
}
