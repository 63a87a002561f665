import type { Block } from './block.ts'
import { type Order, peggedPrice } from './order.ts'
import type { Random } from './random.ts'
import { draftPeg, expiry } from './submission.ts'

/**
 * Amends one property of a live order and raises its version: a pegged order's offset, its expiry, its size or its
 * price. The caller writes the event.
 */
export function amend(random: Random, block: Block, order: Order): void {
  order.version++
  if (order.peg) {
    order.peg.offset = draftPeg(random, order.market, order.side).offset
    if (order.status === 'STATUS_ACTIVE') order.price = peggedPrice(order)
  } else if (order.timeInForce === 'TIME_IN_FORCE_GTT') {
    if (random.chance(0.3)) goodTillCancelled(order)
    else goodTillTime(order, expiry(random, block))
  } else if (order.timeInForce === 'TIME_IN_FORCE_GTC' && random.chance(0.2)) {
    goodTillTime(order, expiry(random, block))
  } else if (random.chance(0.3)) {
    enlarge(order, random.between(1, 100) * 50)
  } else {
    order.price = Math.max(1, order.price + random.between(-50, 50))
  }
}

function goodTillCancelled(order: Order): void {
  order.timeInForce = 'TIME_IN_FORCE_GTC'
  order.expiresAt = undefined
}

function goodTillTime(order: Order, expiresAt: bigint): void {
  order.timeInForce = 'TIME_IN_FORCE_GTT'
  order.expiresAt = expiresAt
}

/** Enlarges an order. The added size of an iceberg stays hidden. */
function enlarge(order: Order, by: number): void {
  order.size += by
  if (order.iceberg) order.iceberg.reserved += by
  else order.remaining += by
}
