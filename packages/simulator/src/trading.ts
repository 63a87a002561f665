import type { Block } from './block.ts'
import type { Market, Order } from './model.ts'
import { fill } from './order.ts'
import type { Random } from './random.ts'

const MAX_MAKERS = 3

/**
 * Trades a new order with some live orders of the other side. It ignores prices, since no operation returns one to
 * compare.
 */
export function trade(block: Block, random: Random, taker: Order, market: Market): void {
  const { timeInForce, size, side, partyId } = taker
  const immediate = timeInForce === 'TIME_IN_FORCE_IOC' || timeInForce === 'TIME_IN_FORCE_FOK'
  if (!immediate && random.chance(0.8)) return
  const isMaker = (order: Order) =>
    order.side !== side && order.status === 'STATUS_ACTIVE' && order.partyId !== partyId
  const makers = market.orders.filter(isMaker).slice(0, MAX_MAKERS)
  const offered = makers.reduce((sum, { remaining }) => sum + remaining, 0)
  if (taker.postOnly) taker.reason = 'ORDER_ERROR_POST_ONLY_ORDER_WOULD_TRADE'
  else if (taker.reduceOnly && random.chance(0.1))
    taker.reason = 'ORDER_ERROR_REDUCE_ONLY_ORDER_WOULD_NOT_REDUCE_POSITION'
  const isStopped = taker.reason || (timeInForce === 'TIME_IN_FORCE_FOK' && offered < size)
  if (!isStopped) for (const maker of makers) match(block, taker, maker, market)
  if (!(isStopped || immediate) || taker.status === 'STATUS_FILLED') return
  taker.status = taker.remaining < size && !isStopped ? 'STATUS_PARTIALLY_FILLED' : 'STATUS_STOPPED'
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
