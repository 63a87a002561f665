import type { Message } from '@trading-network/events'
import { classOf } from '../store/tables/distance.ts'
import { LIVE, list } from '../store/tables/table.ts'
import {
  amount,
  decimal,
  flag,
  has,
  id,
  int64,
  int64Text,
  message,
  name,
  requiredId,
  requiredParty,
  share,
  text,
  uint64Text,
} from './fields.ts'
import { peggedOrder } from './orders.ts'
import { edgeOf, type Projection } from './projection.ts'

/** The only status of a live stop order. */
export const PENDING = 'STATUS_PENDING'

/**
 * The latest state of each stop order. `changed` is the time of that state (Unix nanoseconds), `age` the class of the
 * stop order's age at that time.
 */
export const stopOrders = list(
  'stop_orders',
  4,
  {
    id: 'hash',
    party: 'name',
    market: 'name',
    status: 'name',
    strategy: 'name',
    changed: 'integer',
    age: 'integer',
    ended: 'integer',
  },
  {
    key: ['id'],
    fixed: ['party', 'market', 'at', 'pos'],
    // The most selective index comes first: a page uses the first one whose columns all have filters.
    indexes: [
      ['party', 'market', 'status'],
      ['party', 'status'],
      ['party', 'market'],
      ['party'],
      ['market', 'status'],
      ['market'],
      ['status'],
      ['strategy'],
      [],
      // Last, since PostgreSQL's index conditions are numbered by position. A date range tries these indexes first.
      ['party', 'age'],
      ['status', 'age'],
      ['market', 'age'],
      ['age'],
      ['party', 'strategy'],
      ['market', 'strategy'],
      ['status', 'strategy'],
    ],
    distance: { to: 'changed', classes: 'age' },
    retention: { ended: 'ended' },
  },
)

export const applyStopOrder: Projection<'STOP_ORDER'> = (event, batch) => {
  const order = message(event, 'stopOrder') ?? {}
  const key = { id: requiredId(order, 'id') }
  const known = batch.get(stopOrders, key)
  const place = batch.place(known, int64(order, 'createdAt') || batch.time)
  // Some events have no time. A later state was reached in its block at the latest.
  const updatedAt = int64(order, 'updatedAt') || (known ? batch.time : 0n)
  const stopOrder = stopOrderNode(order, updatedAt)
  const changed = updatedAt || batch.time
  const submission = message(event, 'submission')
  const node = { ...(submission && { submission: submissionNode(submission) }), stopOrder }
  batch.put(stopOrders, {
    ...key,
    party: stopOrder.partyId,
    market: stopOrder.marketId,
    status: stopOrder.status,
    strategy: stopOrder.expiryStrategy ?? 'EXPIRY_STRATEGY_UNSPECIFIED',
    changed,
    age: classOf(changed - place.at),
    ended: stopOrder.status === PENDING ? LIVE : batch.time,
    ...place,
    edge: edgeOf(stopOrders, place, node),
  })
}

function stopOrderNode(order: Message<'vega.StopOrder'>, updatedAt: bigint) {
  const link = id(order, 'ocoLinkId')
  const strategy = name(order, 'expiryStrategy', 'EXPIRY_STRATEGY_UNSPECIFIED')
  const rejection = name(order, 'rejectionReason', 'REJECTION_REASON_UNSPECIFIED')
  const override = message(order, 'sizeOverrideValue')
  return {
    id: requiredId(order, 'id'),
    ...(link !== '' && { ocoLinkId: link }),
    ...(int64(order, 'expiresAt') !== 0n && { expiresAt: int64Text(order, 'expiresAt') }),
    ...(strategy !== 'EXPIRY_STRATEGY_UNSPECIFIED' && { expiryStrategy: strategy }),
    triggerDirection: name(order, 'triggerDirection', 'TRIGGER_DIRECTION_UNSPECIFIED'),
    status: name(order, 'status', 'STATUS_UNSPECIFIED'),
    createdAt: int64Text(order, 'createdAt'),
    updatedAt: String(updatedAt),
    orderId: id(order, 'orderId'),
    partyId: requiredParty(order, 'partyId'),
    marketId: requiredId(order, 'marketId'),
    ...(rejection !== 'REJECTION_REASON_UNSPECIFIED' && { rejectionReason: rejection }),
    sizeOverrideSetting: name(order, 'sizeOverrideSetting', 'SIZE_OVERRIDE_SETTING_UNSPECIFIED'),
    ...(override && { sizeOverrideValue: { percentage: decimal(override, 'percentage') } }),
    ...trigger(order),
  }
}

/** A stop order has a trigger price or a trailing percentage, never both. */
function trigger(order: Message<'vega.StopOrder'>) {
  return has(order, 'trailingPercentOffset')
    ? { trailingPercentOffset: share(order, 'trailingPercentOffset') }
    : { price: amount(order, 'price') }
}

function submissionNode(submission: Message<'vega.commands.v1.OrderSubmission'>) {
  const iceberg = message(submission, 'icebergOpts')
  return {
    marketId: requiredId(submission, 'marketId'),
    price: text(submission, 'price') && amount(submission, 'price'),
    size: uint64Text(submission, 'size'),
    side: name(submission, 'side', 'SIDE_UNSPECIFIED'),
    timeInForce: name(submission, 'timeInForce', 'TIME_IN_FORCE_UNSPECIFIED'),
    expiresAt: int64Text(submission, 'expiresAt'),
    type: name(submission, 'type', 'TYPE_UNSPECIFIED'),
    reference: text(submission, 'reference'),
    ...peggedOrder(submission),
    postOnly: flag(submission, 'postOnly'),
    reduceOnly: flag(submission, 'reduceOnly'),
    ...(iceberg && {
      icebergOpts: {
        peakSize: uint64Text(iceberg, 'peakSize'),
        minimumVisibleSize: uint64Text(iceberg, 'minimumVisibleSize'),
      },
    }),
  }
}
