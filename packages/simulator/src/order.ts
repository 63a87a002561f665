import { type Block, SECOND } from './block.ts'
import type { Draft } from './message.ts'
import { inAuction, type Market, type Order } from './model.ts'
import type { Random } from './random.ts'

/** A party's request to place an order, now or when a stop order triggers. */
export interface Submission extends Draft<'vega.commands.v1.OrderSubmission'> {
  readonly size: number
  readonly icebergOpts?: { readonly peakSize: number; readonly minimumVisibleSize: number } | undefined
}

const IMMEDIATE = ['TIME_IN_FORCE_IOC', 'TIME_IN_FORCE_FOK']
const RESTING = [
  ...['TIME_IN_FORCE_GTC', 'TIME_IN_FORCE_GTC', 'TIME_IN_FORCE_GTC'],
  ...['TIME_IN_FORCE_GTT', 'TIME_IN_FORCE_GTT', 'TIME_IN_FORCE_GFN'],
]

/** Drafts an order for a market: mostly limit orders up to 3 % away from its price. */
export function draftSubmission(random: Random, block: Block, market: Market): Submission {
  const immediate = random.chance(0.2)
  const forAuction = inAuction(market) && random.chance(0.4)
  const timeInForce = forAuction ? 'TIME_IN_FORCE_GFA' : random.pick(immediate ? IMMEDIATE : RESTING)
  const side = random.chance(0.5) ? 'SIDE_BUY' : 'SIDE_SELL'
  const size = random.between(1, 2000) * 50
  const stays = timeInForce === 'TIME_IN_FORCE_GTC' || timeInForce === 'TIME_IN_FORCE_GTT'
  const pegged = stays && random.chance(0.07)
  const atMarket = immediate && !forAuction && random.chance(0.5)
  const away = random.between(5, 300) * (side === 'SIDE_BUY' ? -1 : 1)
  return {
    marketId: market.id,
    side,
    type: atMarket ? 'TYPE_MARKET' : 'TYPE_LIMIT',
    timeInForce,
    size,
    price: atMarket || pegged ? '' : awayFrom(market, away),
    expiresAt: timeInForce === 'TIME_IN_FORCE_GTT' ? expiry(random, block) : undefined,
    reference: random.chance(0.3) ? '' : `bot-${random.below(1000)}`,
    postOnly: !immediate && random.chance(0.08),
    reduceOnly: atMarket && random.chance(0.4),
    icebergOpts:
      stays && !pegged && random.chance(0.08)
        ? { peakSize: size / 5, minimumVisibleSize: size / 10 }
        : undefined,
    peggedOrder: pegged ? draftPeg(random, side, market) : undefined,
  }
}

/** The price of a market, changed by so many hundredths of a percent. */
export function awayFrom({ price }: Market, hundredths: number): string {
  return String(Math.round((price * (10_000 + hundredths)) / 10_000))
}

/** An expiry some seconds to minutes ahead, in Unix nanoseconds. */
export function expiry(random: Random, block: Block): bigint {
  return block.nanos + BigInt(random.between(5, 240)) * SECOND + BigInt(random.below(1_000_000_000))
}

/** A peg on the side's own best price or the mid price. */
export function draftPeg(random: Random, side: string, market: Market): Draft<'vega.PeggedOrder'> {
  const best = side === 'SIDE_BUY' ? 'PEGGED_REFERENCE_BEST_BID' : 'PEGGED_REFERENCE_BEST_ASK'
  const offset = String(random.between(1, Math.ceil(market.price / 100)))
  return { reference: random.chance(0.4) ? 'PEGGED_REFERENCE_MID' : best, offset }
}

/** Creates an order from a submission: active, or parked if it is pegged and the market is in an auction. */
export function orderOf(
  { icebergOpts, ...fields }: Submission,
  partyId: string,
  market: Market,
  id: string,
  block: Block,
): Order {
  const { size, price } = fields
  const remaining = icebergOpts?.peakSize ?? size
  const order: Order = {
    ...fields,
    id,
    partyId,
    price: price || '0',
    remaining,
    createdAt: block.nanos,
    version: 1,
    batchId: market.auctions,
    icebergOrder: icebergOpts && { ...icebergOpts, reservedRemaining: size - remaining },
  }
  activate(order, market)
  return order
}

/** Makes an order active. A pegged one follows the market's price, but is parked without a price in an auction. */
export function activate(order: Order, market: Market): void {
  const { peggedOrder, side } = order
  order.status = peggedOrder && inAuction(market) ? 'STATUS_PARKED' : 'STATUS_ACTIVE'
  if (!peggedOrder) return
  const offset = Number(peggedOrder.offset) * (side === 'SIDE_BUY' ? -1 : 1)
  order.price = inAuction(market) ? '0' : String(market.price + offset)
}

/** Reduces an order by `size`. An iceberg with too little to see shows a new peak. A complete order is filled. */
export function fill(order: Order, size: number, nanos: bigint): void {
  order.remaining -= size
  order.updatedAt = nanos
  const { icebergOrder: iceberg } = order
  if (iceberg && order.remaining < iceberg.minimumVisibleSize) {
    const left = order.remaining + iceberg.reservedRemaining
    order.remaining = Math.min(left, iceberg.peakSize)
    iceberg.reservedRemaining = left - order.remaining
  }
  if (order.remaining === 0) order.status = 'STATUS_FILLED'
}
