import { type Block, SECOND } from './block.ts'
import { inAuction, type Market } from './model.ts'
import { flag, int64, text } from './protojson.ts'
import type { Random } from './random.ts'

/** Type of an order; network orders close out distressed parties. */
export type OrderType = 'TYPE_LIMIT' | 'TYPE_MARKET' | 'TYPE_NETWORK'

/** Side of an order. */
export type Side = 'SIDE_BUY' | 'SIDE_SELL'

/** Lifetime of an order. */
export type TimeInForce =
  | 'TIME_IN_FORCE_GTC'
  | 'TIME_IN_FORCE_GTT'
  | 'TIME_IN_FORCE_IOC'
  | 'TIME_IN_FORCE_FOK'
  | 'TIME_IN_FORCE_GFA'
  | 'TIME_IN_FORCE_GFN'

/** The reference of a pegged price, and its offset (an integer scaled by the market's decimals). */
export interface Peg {
  readonly reference: 'PEGGED_REFERENCE_MID' | 'PEGGED_REFERENCE_BEST_BID' | 'PEGGED_REFERENCE_BEST_ASK'
  offset: number
}

/** The visible part of an iceberg order. */
export interface Iceberg {
  readonly peakSize: number
  readonly minimumVisibleSize: number
}

/** A party's request to place an order. */
export interface Submission {
  readonly market: Market
  readonly side: Side
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly size: number
  /** 0 for market and pegged orders. */
  readonly price: number
  readonly expiresAt: bigint | undefined
  readonly reference: string
  readonly postOnly: boolean
  readonly reduceOnly: boolean
  readonly iceberg: Iceberg | undefined
  readonly peg: Peg | undefined
}

const BOOK_ORDERS: readonly TimeInForce[] = [
  'TIME_IN_FORCE_GTC',
  'TIME_IN_FORCE_GTC',
  'TIME_IN_FORCE_GTC',
  'TIME_IN_FORCE_GTT',
  'TIME_IN_FORCE_GTT',
  'TIME_IN_FORCE_GFN',
]

/** Drafts an order for a market: mostly resting limit orders near its price. */
export function draftSubmission(random: Random, block: Block, market: Market): Submission {
  const aggressive = random.chance(0.3)
  const immediate = aggressive && random.chance(0.6)
  const timeInForce = immediate ? immediateOrCancel(random) : resting(random, market)
  const side: Side = random.chance(0.5) ? 'SIDE_BUY' : 'SIDE_SELL'
  const size = random.between(1, 2000) * 50
  const stays = timeInForce === 'TIME_IN_FORCE_GTC' || timeInForce === 'TIME_IN_FORCE_GTT'
  const peg = stays && !aggressive && random.chance(0.08) ? draftPeg(random, market, side) : undefined
  const atMarket = immediate && random.chance(0.5)
  return {
    market,
    side,
    type: atMarket ? 'TYPE_MARKET' : 'TYPE_LIMIT',
    timeInForce,
    size,
    price: atMarket || peg ? 0 : limitPrice(random, market, side, aggressive),
    expiresAt: timeInForce === 'TIME_IN_FORCE_GTT' ? expiry(random, block) : undefined,
    reference: random.chance(0.3) ? '' : `bot-${random.below(1000)}`,
    postOnly: !immediate && random.chance(0.08),
    reduceOnly: immediate && random.chance(0.2),
    iceberg: stays && !peg && random.chance(0.08) ? draftIceberg(random, size) : undefined,
    peg,
  }
}

/** An expiry some seconds to minutes ahead, in Unix nanoseconds. */
export function expiry(random: Random, block: Block): bigint {
  return block.nanos + BigInt(random.between(5, 240)) * SECOND + BigInt(random.below(1_000_000_000))
}

/** A peg on the side's own best price or the mid price. */
export function draftPeg(random: Random, market: Market, side: Side): Peg {
  const best = side === 'SIDE_BUY' ? 'PEGGED_REFERENCE_BEST_BID' : 'PEGGED_REFERENCE_BEST_ASK'
  const reference = random.chance(0.4) ? 'PEGGED_REFERENCE_MID' : best
  return { reference, offset: random.between(1, Math.ceil(market.price / 100)) }
}

/** An iceberg that shows a tenth to a third of `size`. */
export function draftIceberg(random: Random, size: number): Iceberg {
  const peakSize = Math.ceil(size / random.between(3, 10))
  return { peakSize, minimumVisibleSize: Math.ceil(peakSize / 2) }
}

/** The protojson form of a submission. */
export function submissionMessage(submission: Submission): object {
  const { peg, iceberg } = submission
  return {
    marketId: submission.market.id,
    price: int64(submission.price),
    size: int64(submission.size),
    side: submission.side,
    timeInForce: submission.timeInForce,
    expiresAt: int64(submission.expiresAt),
    type: submission.type,
    reference: text(submission.reference),
    peggedOrder: peg && { reference: peg.reference, offset: String(peg.offset) },
    postOnly: flag(submission.postOnly),
    reduceOnly: flag(submission.reduceOnly),
    icebergOpts: iceberg && {
      peakSize: int64(iceberg.peakSize),
      minimumVisibleSize: int64(iceberg.minimumVisibleSize),
    },
  }
}

function immediateOrCancel(random: Random): TimeInForce {
  return random.chance(0.6) ? 'TIME_IN_FORCE_IOC' : 'TIME_IN_FORCE_FOK'
}

function resting(random: Random, market: Market): TimeInForce {
  if (random.chance(inAuction(market) ? 0.4 : 0.005)) return 'TIME_IN_FORCE_GFA'
  return random.pick(BOOK_ORDERS)
}

/** Draws a limit price: up to 1 % through the mid price when aggressive, else up to 3 % away from it. */
function limitPrice(random: Random, market: Market, side: Side, aggressive: boolean): number {
  const away = aggressive ? -random.between(10, 100) : random.between(5, 300)
  const direction = side === 'SIDE_BUY' ? -1 : 1
  return Math.round((market.price * (10_000 + direction * away)) / 10_000)
}
