import type { Messages } from '../definition.ts'

/** Orders. */
export const orders = {
  'vega.Order': {
    id: [1, 'string'],
    market_id: [2, 'string'],
    party_id: [3, 'string'],
    side: [4, 'vega.Side'],
    price: [5, 'string'],
    size: [6, 'uint64'],
    remaining: [7, 'uint64'],
    time_in_force: [8, 'vega.Order.TimeInForce'],
    type: [9, 'vega.Order.Type'],
    created_at: [10, 'int64'],
    status: [11, 'vega.Order.Status'],
    expires_at: [12, 'int64'],
    reference: [13, 'string'],
    reason: [14, 'vega.OrderError', 'optional'],
    updated_at: [15, 'int64'],
    version: [16, 'uint64'],
    batch_id: [17, 'uint64'],
    pegged_order: [18, 'vega.PeggedOrder'],
    liquidity_provision_id: [19, 'string'],
    post_only: [20, 'bool'],
    reduce_only: [21, 'bool'],
    iceberg_order: [22, 'vega.IcebergOrder', 'optional'],
  },
  'vega.PeggedOrder': { reference: [1, 'vega.PeggedReference'], offset: [2, 'string'] },
  'vega.IcebergOrder': {
    peak_size: [1, 'uint64'],
    minimum_visible_size: [2, 'uint64'],
    reserved_remaining: [3, 'uint64'],
  },
  'vega.events.v1.CancelledOrders': {
    market_id: [1, 'string'],
    party_id: [2, 'string'],
    order_ids: [3, 'string', 'repeated'],
  },
  'vega.events.v1.ExpiredOrders': { market_id: [1, 'string'], order_ids: [2, 'string', 'repeated'] },
} as const satisfies Messages
