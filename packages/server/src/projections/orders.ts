import type { Message } from '@trading-network/events'
import { LIVE, table } from '../store/tables/table.ts'
import type { Batch } from './batch.ts'
import * as field from './fields.ts'
import type { Projection } from './projection.ts'

/** The last state reached under each version that is no longer the latest. */
export const orderVersions = table(
  'order_versions',
  { id: 'hash', version: 'integer', node: 'text' },
  { key: ['id', 'version'] },
)

/** An order is live while it is on the book. An order that is executed at once never is. */
const RESTING = ['STATUS_ACTIVE', 'STATUS_PARKED']
const IMMEDIATE = ['TIME_IN_FORCE_IOC', 'TIME_IN_FORCE_FOK']

/** The latest state of each order. */
export const orders = table(
  'orders',
  { id: 'hash', version: 'integer', node: 'text', ended: 'integer' },
  {
    key: ['id'],
    retention: { ended: 'ended', dependents: [orderVersions] },
  },
)

export const applyOrder: Projection<'ORDER'> = (event, batch) => {
  putOrder(batch, field.requiredId(event, 'id'), field.sequence(event, 'version'), orderNode(event))
}

export const applyCancelledOrders: Projection<'CANCELLED_ORDERS'> = (event, batch) => {
  endOrders(event, field.party(event, 'partyId'), batch, 'STATUS_CANCELLED')
}

export const applyExpiredOrders: Projection<'EXPIRED_ORDERS'> = (event, batch) => {
  endOrders(event, '', batch, 'STATUS_EXPIRED')
}

/** A version is the number of amendments, not a clock. The state that arrives last is the latest one. */
function putOrder(batch: Batch, orderId: string, version: bigint, node: OrderNode): void {
  const known = batch.get(orders, { id: orderId })
  if (known && known.version !== version) {
    batch.put(orderVersions, { id: orderId, version: known.version, node: known.node })
    batch.remove(orderVersions, { id: orderId, version })
  }
  const ended = isLive(node) ? LIVE : batch.time
  batch.put(orders, { id: orderId, version, node: JSON.stringify(node), ended })
}

type OrderList = Message<'vega.events.v1.CancelledOrders'> | Message<'vega.events.v1.ExpiredOrders'>

/** A batch has only the ids of orders. Each one that is still on the book gets a new state. */
function endOrders(event: OrderList, partyId: string, batch: Batch, status: string): void {
  const marketId = field.requiredId(event, 'marketId')
  for (const orderId of field.ids(event, 'orderIds')) {
    const known = batch.get(orders, { id: orderId })
    if (!known) continue
    const order = JSON.parse(known.node) as OrderNode
    if (order.marketId !== marketId || (partyId !== '' && order.partyId !== partyId) || !isLive(order))
      continue
    putOrder(batch, orderId, known.version, { ...order, status, updatedAt: String(batch.time) })
  }
}

type OrderNode = ReturnType<typeof orderNode>

function isLive({ status, type, timeInForce }: OrderNode): boolean {
  return RESTING.includes(status) && type === 'TYPE_LIMIT' && !IMMEDIATE.includes(timeInForce)
}

function orderNode(event: Message<'vega.Order'>) {
  const reason = field.name(event, 'reason', 'ORDER_ERROR_UNSPECIFIED')
  const iceberg = field.message(event, 'icebergOrder')
  return {
    id: field.requiredId(event, 'id'),
    marketId: field.requiredId(event, 'marketId'),
    partyId: field.requiredParty(event, 'partyId'),
    side: field.name(event, 'side', 'SIDE_UNSPECIFIED'),
    price: field.amount(event, 'price'),
    size: field.uint64Text(event, 'size'),
    remaining: field.uint64Text(event, 'remaining'),
    timeInForce: field.name(event, 'timeInForce', 'TIME_IN_FORCE_UNSPECIFIED'),
    type: field.name(event, 'type', 'TYPE_UNSPECIFIED'),
    createdAt: field.int64Text(event, 'createdAt'),
    status: field.name(event, 'status', 'STATUS_UNSPECIFIED'),
    expiresAt: field.int64Text(event, 'expiresAt'),
    reference: field.text(event, 'reference'),
    ...(reason === 'ORDER_ERROR_UNSPECIFIED' ? {} : { reason }),
    updatedAt: field.int64Text(event, 'updatedAt'),
    version: field.uint64Text(event, 'version'),
    batchId: field.uint64Text(event, 'batchId'),
    ...peggedOrder(event),
    liquidityProvisionId: field.id(event, 'liquidityProvisionId'),
    postOnly: field.flag(event, 'postOnly'),
    reduceOnly: field.flag(event, 'reduceOnly'),
    ...(iceberg && {
      icebergOrder: {
        peakSize: field.uint64Text(iceberg, 'peakSize'),
        minimumVisibleSize: field.uint64Text(iceberg, 'minimumVisibleSize'),
        reservedRemaining: field.uint64Text(iceberg, 'reservedRemaining'),
      },
    }),
  }
}

/** Returns the peg of an order or of a submission; nothing when it has none. */
export function peggedOrder(parent: Message<'vega.Order'> | Message<'vega.commands.v1.OrderSubmission'>) {
  const peg = field.message(parent, 'peggedOrder')
  if (!peg) return {}
  return {
    peggedOrder: {
      reference: field.name(peg, 'reference', 'PEGGED_REFERENCE_UNSPECIFIED'),
      offset: field.amount(peg, 'offset'),
    },
  }
}
