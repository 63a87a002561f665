import type { Message } from '@trading-network/events'
import { LIVE, list } from '../store/tables/table.ts'
import * as field from './fields.ts'
import { peggedOrder } from './orders.ts'
import { edgeOf, type Projection } from './projection.ts'

const SECOND = 1_000_000_000n

/** The only status of a live stop order. */
export const PENDING = 'STATUS_PENDING'

/**
 * The latest state of each stop order. `changed` is the time of that state (Unix nanoseconds), `delay` its distance from
 * the creation.
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
    delay: 'integer',
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
      ['party', 'changed'],
      ['status', 'changed'],
      ['market', 'changed'],
      ['changed'],
      ['party', 'strategy'],
      ['market', 'strategy'],
      ['status', 'strategy'],
      ['delay'],
    ],
    added: { delay: 'changed / 1000000000 - at / 1000000000' },
    delay: { of: 'changed', column: 'delay' },
    retention: { ended: 'ended' },
  },
)

export const applyStopOrder: Projection<'STOP_ORDER'> = (event, batch) => {
  const order = field.message(event, 'stopOrder') ?? {}
  const key = { id: field.requiredId(order, 'id') }
  const known = batch.get(stopOrders, key)
  const place = batch.place(known, field.int64(order, 'createdAt') || batch.time)
  // Some events have no time. A later state was reached in its block at the latest.
  const updatedAt = field.int64(order, 'updatedAt') || (known ? batch.time : 0n)
  const stopOrder = stopOrderNode(order, updatedAt)
  const changed = updatedAt || batch.time
  const submission = field.message(event, 'submission')
  const node = { ...(submission && { submission: submissionNode(submission) }), stopOrder }
  batch.put(stopOrders, {
    ...key,
    party: stopOrder.partyId,
    market: stopOrder.marketId,
    status: stopOrder.status,
    strategy: stopOrder.expiryStrategy ?? 'EXPIRY_STRATEGY_UNSPECIFIED',
    changed,
    delay: changed / SECOND - place.at / SECOND,
    ended: stopOrder.status === PENDING ? LIVE : batch.time,
    ...place,
    edge: edgeOf(stopOrders, place, node),
  })
}

function stopOrderNode(order: Message<'vega.StopOrder'>, updatedAt: bigint) {
  const link = field.id(order, 'ocoLinkId')
  const strategy = field.name(order, 'expiryStrategy', 'EXPIRY_STRATEGY_UNSPECIFIED')
  const rejection = field.name(order, 'rejectionReason', 'REJECTION_REASON_UNSPECIFIED')
  const override = field.message(order, 'sizeOverrideValue')
  return {
    id: field.requiredId(order, 'id'),
    ...(link !== '' && { ocoLinkId: link }),
    ...(field.int64(order, 'expiresAt') !== 0n && { expiresAt: field.int64Text(order, 'expiresAt') }),
    ...(strategy !== 'EXPIRY_STRATEGY_UNSPECIFIED' && { expiryStrategy: strategy }),
    triggerDirection: field.name(order, 'triggerDirection', 'TRIGGER_DIRECTION_UNSPECIFIED'),
    status: field.name(order, 'status', 'STATUS_UNSPECIFIED'),
    createdAt: field.int64Text(order, 'createdAt'),
    updatedAt: String(updatedAt),
    orderId: field.id(order, 'orderId'),
    partyId: field.requiredParty(order, 'partyId'),
    marketId: field.requiredId(order, 'marketId'),
    ...(rejection !== 'REJECTION_REASON_UNSPECIFIED' && { rejectionReason: rejection }),
    sizeOverrideSetting: field.name(order, 'sizeOverrideSetting', 'SIZE_OVERRIDE_SETTING_UNSPECIFIED'),
    ...(override && { sizeOverrideValue: { percentage: field.decimal(override, 'percentage') } }),
    ...trigger(order),
  }
}

/** A stop order has a trigger price or a trailing percentage, never both. */
function trigger(order: Message<'vega.StopOrder'>) {
  return field.has(order, 'trailingPercentOffset')
    ? { trailingPercentOffset: field.share(order, 'trailingPercentOffset') }
    : { price: field.amount(order, 'price') }
}

function submissionNode(submission: Message<'vega.commands.v1.OrderSubmission'>) {
  const iceberg = field.message(submission, 'icebergOpts')
  return {
    marketId: field.requiredId(submission, 'marketId'),
    price: field.text(submission, 'price') && field.amount(submission, 'price'),
    size: field.uint64Text(submission, 'size'),
    side: field.name(submission, 'side', 'SIDE_UNSPECIFIED'),
    timeInForce: field.name(submission, 'timeInForce', 'TIME_IN_FORCE_UNSPECIFIED'),
    expiresAt: field.int64Text(submission, 'expiresAt'),
    type: field.name(submission, 'type', 'TYPE_UNSPECIFIED'),
    reference: field.text(submission, 'reference'),
    ...peggedOrder(submission),
    postOnly: field.flag(submission, 'postOnly'),
    reduceOnly: field.flag(submission, 'reduceOnly'),
    ...(iceberg && {
      icebergOpts: {
        peakSize: field.uint64Text(iceberg, 'peakSize'),
        minimumVisibleSize: field.uint64Text(iceberg, 'minimumVisibleSize'),
      },
    }),
  }
}
