import type { Message } from '@trading-network/events'
import { LIVE, table } from '../store/tables/table.ts'
import type { Batch } from './batch.ts'
import {
  amount,
  flag,
  id,
  ids,
  int64Text,
  message,
  name,
  party,
  requiredId,
  requiredParty,
  sequence,
  text,
  uint64Text,
} from './fields.ts'
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
  putOrder(batch, requiredId(event, 'id'), sequence(event, 'version'), orderNode(event))
}

export const applyCancelledOrders: Projection<'CANCELLED_ORDERS'> = (event, batch) => {
  endOrders(event, party(event, 'partyId'), batch, 'STATUS_CANCELLED')
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
  const marketId = requiredId(event, 'marketId')
  for (const orderId of ids(event, 'orderIds')) {
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
  const reason = name(event, 'reason', 'ORDER_ERROR_UNSPECIFIED')
  const iceberg = message(event, 'icebergOrder')
  return {
    id: requiredId(event, 'id'),
    marketId: requiredId(event, 'marketId'),
    partyId: requiredParty(event, 'partyId'),
    side: name(event, 'side', 'SIDE_UNSPECIFIED'),
    price: amount(event, 'price'),
    size: uint64Text(event, 'size'),
    remaining: uint64Text(event, 'remaining'),
    timeInForce: name(event, 'timeInForce', 'TIME_IN_FORCE_UNSPECIFIED'),
    type: name(event, 'type', 'TYPE_UNSPECIFIED'),
    createdAt: int64Text(event, 'createdAt'),
    status: name(event, 'status', 'STATUS_UNSPECIFIED'),
    expiresAt: int64Text(event, 'expiresAt'),
    reference: text(event, 'reference'),
    ...(reason === 'ORDER_ERROR_UNSPECIFIED' ? {} : { reason }),
    updatedAt: int64Text(event, 'updatedAt'),
    version: uint64Text(event, 'version'),
    batchId: uint64Text(event, 'batchId'),
    ...peggedOrder(event),
    liquidityProvisionId: id(event, 'liquidityProvisionId'),
    postOnly: flag(event, 'postOnly'),
    reduceOnly: flag(event, 'reduceOnly'),
    ...(iceberg && {
      icebergOrder: {
        peakSize: uint64Text(iceberg, 'peakSize'),
        minimumVisibleSize: uint64Text(iceberg, 'minimumVisibleSize'),
        reservedRemaining: uint64Text(iceberg, 'reservedRemaining'),
      },
    }),
  }
}

/** Returns the peg of an order or of a submission; nothing when it has none. */
export function peggedOrder(parent: Message<'vega.Order'> | Message<'vega.commands.v1.OrderSubmission'>) {
  const peg = message(parent, 'peggedOrder')
  if (!peg) return {}
  return {
    peggedOrder: {
      reference: name(peg, 'reference', 'PEGGED_REFERENCE_UNSPECIFIED'),
      offset: amount(peg, 'offset'),
    },
  }
}
