import type { Party } from './model.ts'
import type { Order } from './order.ts'

/** Returns the live order with the best price for the taker; the oldest of equal ones. */
export function bestOpposite(book: readonly Order<Party>[], taker: Order): Order<Party> | undefined {
  let best: Order<Party> | undefined
  for (const order of book) {
    if (accepts(taker, order) && (!best || isBetter(order, best))) best = order
  }
  return best
}

/** Returns the total size, hidden size included, at prices that the taker accepts. */
export function sizeWithin(book: readonly Order<Party>[], taker: Order): number {
  let size = 0
  for (const order of book) {
    if (accepts(taker, order)) size += order.remaining + (order.iceberg?.reserved ?? 0)
  }
  return size
}

/** Reduces an order by `size`, refreshes an iceberg, and marks a complete order as filled. */
export function fill(order: Order, size: number, time: string): void {
  order.remaining -= size
  order.updatedAt = time
  replenish(order)
  if (order.remaining === 0) order.status = 'STATUS_FILLED'
}

/** Restores the peak of an iceberg when its visible size is below its minimum. A new one hides all except the peak. */
export function replenish(order: Order): void {
  const { iceberg } = order
  if (!iceberg) return
  if (order.remaining > iceberg.peakSize || order.remaining < iceberg.minimumVisibleSize) {
    const left = order.remaining + iceberg.reserved
    order.remaining = Math.min(left, iceberg.peakSize)
    iceberg.reserved = left - order.remaining
  }
}

function accepts(taker: Order, order: Order): boolean {
  if (order.side === taker.side || order.status === 'STATUS_PARKED') return false
  if (taker.type !== 'TYPE_LIMIT') return true
  return taker.side === 'SIDE_BUY' ? order.price <= taker.price : order.price >= taker.price
}

function isBetter(order: Order, other: Order): boolean {
  return order.side === 'SIDE_SELL' ? order.price < other.price : order.price > other.price
}
