import type { Messages } from '../definition.ts'

/** Stop orders, with the order that each one submits. */
export const stopOrders = {
  'vega.events.v1.StopOrderEvent': {
    submission: [1, 'vega.commands.v1.OrderSubmission'],
    stop_order: [2, 'vega.StopOrder'],
  },
  'vega.StopOrder': {
    id: [1, 'string'],
    oco_link_id: [2, 'string', 'optional'],
    expires_at: [3, 'int64', 'optional'],
    expiry_strategy: [4, 'vega.StopOrder.ExpiryStrategy', 'optional'],
    trigger_direction: [5, 'vega.StopOrder.TriggerDirection'],
    status: [6, 'vega.StopOrder.Status'],
    created_at: [7, 'int64'],
    updated_at: [8, 'int64', 'optional'],
    order_id: [9, 'string'],
    party_id: [10, 'string'],
    market_id: [11, 'string'],
    rejection_reason: [12, 'vega.StopOrder.RejectionReason', 'optional'],
    size_override_setting: [13, 'vega.StopOrder.SizeOverrideSetting'],
    size_override_value: [14, 'vega.StopOrder.SizeOverrideValue', 'optional'],
    price: [100, 'string', 'oneof trigger'],
    trailing_percent_offset: [101, 'string', 'oneof trigger'],
  },
  'vega.StopOrder.SizeOverrideValue': { percentage: [1, 'string'] },
  'vega.commands.v1.OrderSubmission': {
    market_id: [1, 'string'],
    price: [2, 'string'],
    size: [3, 'uint64'],
    side: [4, 'vega.Side'],
    time_in_force: [5, 'vega.Order.TimeInForce'],
    expires_at: [6, 'int64'],
    type: [7, 'vega.Order.Type'],
    reference: [8, 'string'],
    pegged_order: [9, 'vega.PeggedOrder'],
    post_only: [10, 'bool'],
    reduce_only: [11, 'bool'],
    iceberg_opts: [12, 'vega.commands.v1.IcebergOpts', 'optional'],
  },
  'vega.commands.v1.IcebergOpts': { peak_size: [1, 'uint64'], minimum_visible_size: [2, 'uint64'] },
} as const satisfies Messages
