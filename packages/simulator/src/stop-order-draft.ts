import { type Block, SECOND } from './block.ts'
import type { Market, Party } from './model.ts'
import type { Random } from './random.ts'
import type { StopOrder, Trigger } from './stop-order.ts'
import { draftIceberg, draftPeg, draftSubmission, expiry, type Submission } from './submission.ts'

/** Drafts one stop order, or one half of a pair: pending, not linked. */
export function draftStopOrder(
  random: Random,
  block: Block,
  party: Party,
  market: Market,
  rises: boolean,
): StopOrder {
  return {
    id: random.hex(),
    party,
    market,
    submission: draftStopSubmission(random, block, market),
    rises,
    trigger: draftTrigger(random, market, rises),
    createdAt: block.time,
    expiresAt: random.chance(0.5) ? expiry(random, block) : undefined,
    submitsAtExpiry: random.chance(0.4),
    positionPercentage: random.chance(0.3) ? `0.${random.between(1, 99)}` : undefined,
    other: undefined,
    status: 'PENDING',
    updatedAt: undefined,
    orderId: undefined,
    rejectionReason: undefined,
  }
}

/**
 * Drafts the order. Stop orders close positions with market orders. Spot markets have no positions, so any order is
 * allowed there.
 */
function draftStopSubmission(random: Random, block: Block, market: Market): Submission {
  const draft = draftSubmission(random, block, market)
  if (market.product !== 'spot') {
    const timeInForce = random.chance(0.5) ? 'TIME_IN_FORCE_IOC' : 'TIME_IN_FORCE_FOK'
    const plain = { peg: undefined, iceberg: undefined, expiresAt: undefined, postOnly: false }
    return { ...draft, ...plain, type: 'TYPE_MARKET', timeInForce, price: 0, reduceOnly: true }
  }
  const pegged = random.chance(0.4)
  const timed = random.chance(0.3)
  return {
    ...draft,
    type: 'TYPE_LIMIT',
    timeInForce: timed ? 'TIME_IN_FORCE_GTT' : 'TIME_IN_FORCE_GTC',
    expiresAt: timed ? block.nanos + 3600n * SECOND : undefined,
    price: pegged ? 0 : market.price,
    peg: pegged ? draftPeg(random, market, draft.side) : undefined,
    iceberg: pegged ? undefined : draftIceberg(random, draft.size),
    postOnly: false,
    reduceOnly: false,
  }
}

/** Drafts a trigger 0.3 to 3 % away, as a fixed price or a trailing offset. A few are already beyond the trigger. */
function draftTrigger(random: Random, market: Market, rises: boolean): Trigger {
  const away = random.chance(0.03) ? -20 : random.between(30, 300)
  if (random.chance(0.35))
    return { kind: 'trailing', offset: random.between(3, 30) / 1000, extreme: market.price }
  const direction = rises ? 1 : -1
  return { kind: 'price', price: Math.round((market.price * (10_000 + direction * away)) / 10_000) }
}
