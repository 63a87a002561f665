import type { Block } from './block.ts'
import { inAuction, type Market, type Order } from './model.ts'
import { fill, orderOf, type Submission } from './order.ts'
import { inTurn, type Random } from './random.ts'
import type { World } from './world.ts'

const MAX_PER_MARKET = 60
const MAX_MAKERS = 3

const REFUSED_IN_AUCTION: Readonly<Record<string, string>> = {
  TIME_IN_FORCE_GFN: 'CANNOT_SEND_GFN_ORDER_DURING_AN_AUCTION',
  TIME_IN_FORCE_IOC: 'CANNOT_SEND_IOC_ORDER_DURING_AUCTION',
  TIME_IN_FORCE_FOK: 'CANNOT_SEND_FOK_ORDER_DURING_AUCTION',
}

/** Refusals that follow from what the simulator does not track, such as margins, so it gives them in turn. */
const REFUSALS = [
  ...['MARGIN_CHECK_FAILED', 'INSUFFICIENT_ASSET_BALANCE', 'MISSING_GENERAL_ACCOUNT'],
  ...['INSUFFICIENT_FUNDS_TO_PAY_FEES', 'ISOLATED_MARGIN_CHECK_FAILED', 'SELF_TRADING'],
]

/** The live orders of each market. Orders enter, trade and leave here. */
export class OrderBooks {
  readonly #random: Random
  readonly #refusal = inTurn(REFUSALS)

  constructor(world: World) {
    this.#random = world.random('order books')
  }

  /** Accepts an order as `id`, or refuses it. Trades some, and keeps the rest if its time in force allows. */
  submit(block: Block, partyId: string, market: Market, submission: Submission, id: string): void {
    const order = orderOf(submission, partyId, market, id, block)
    order.reason = this.#refuse(order, market)
    if (order.reason) order.status = 'STATUS_REJECTED'
    else if (market.state === 'ACTIVE' && !order.peggedOrder) this.#trade(block, order, market)
    write(block, order)
    if (order.status !== 'STATUS_ACTIVE' && order.status !== 'STATUS_PARKED') return
    market.orders.push(order)
    // The oldest order is removed, as a market maker would do.
    if (market.orders.length > MAX_PER_MARKET) this.end(block, market, market.orders[0]!, 'STATUS_CANCELLED')
  }

  /** Ends a live order with its own event. */
  end(block: Block, market: Market, order: Order, status: string): void {
    remove(market, order)
    order.status = status
    this.update(block, order)
  }

  /** Writes the new state of an order. */
  update(block: Block, order: Order): void {
    order.updatedAt = block.nanos
    write(block, order)
  }

  #refuse({ timeInForce }: Order, market: Market): string | undefined {
    if (market.state === 'PROPOSED') return 'ORDER_ERROR_MARKET_CLOSED'
    const inState = inAuction(market) ? REFUSED_IN_AUCTION[timeInForce!] : undefined
    const reason = inState ?? (this.#random.chance(0.02) ? this.#refusal() : undefined)
    return reason && `ORDER_ERROR_${reason}`
  }

  /** Trades with some live orders of the other side. It ignores prices, since no operation returns one to compare. */
  #trade(block: Block, taker: Order, market: Market): void {
    const { timeInForce, size, partyId } = taker
    const immediate = timeInForce === 'TIME_IN_FORCE_IOC' || timeInForce === 'TIME_IN_FORCE_FOK'
    if (!immediate && this.#random.chance(0.8)) return
    const makers = market.orders
      .filter(
        maker => maker.side !== taker.side && maker.status === 'STATUS_ACTIVE' && maker.partyId !== partyId,
      )
      .slice(0, MAX_MAKERS)
    const offered = makers.reduce((sum, { remaining }) => sum + remaining, 0)
    taker.reason = this.#stopReason(taker)
    if (taker.reason || (timeInForce === 'TIME_IN_FORCE_FOK' && offered < size)) {
      taker.status = 'STATUS_STOPPED'
      return
    }
    for (const maker of makers) this.#match(block, taker, maker, market)
    if (!immediate || taker.status === 'STATUS_FILLED') return
    taker.status = taker.remaining < size ? 'STATUS_PARTIALLY_FILLED' : 'STATUS_STOPPED'
  }

  #stopReason({ postOnly, reduceOnly }: Order): string | undefined {
    if (postOnly) return 'ORDER_ERROR_POST_ONLY_ORDER_WOULD_TRADE'
    if (!reduceOnly || this.#random.chance(0.9)) return undefined
    return 'ORDER_ERROR_REDUCE_ONLY_ORDER_WOULD_NOT_REDUCE_POSITION'
  }

  #match(block: Block, taker: Order, maker: Order, market: Market): void {
    const size = Math.min(maker.remaining, taker.remaining)
    if (size === 0) return
    fill(taker, size, block.nanos)
    fill(maker, size, block.nanos)
    if (maker.status === 'STATUS_FILLED') remove(market, maker)
    write(block, maker)
  }
}

/** Removes an order from its market without an event. */
export function remove(market: Market, order: Order): void {
  market.orders.splice(market.orders.indexOf(order), 1)
}

function write(block: Block, order: Order): void {
  block.emit('ORDER', order)
}
