import type { MessageName } from './all-messages.ts'
import type { FieldDefinition } from './definition.ts'

/** The fields of a `vega.events.v1.BusEvent` besides its payload. */
export const envelope = {
  id: [1, 'string'],
  block: [2, 'string'],
  type: [3, 'vega.events.v1.BusEventType'],
  version: [4, 'uint32'],
  chain_id: [5, 'string'],
  tx_hash: [6, 'string'],
} as const satisfies Readonly<Record<string, FieldDefinition>>

/**
 * The payload of each event type for a read model or the simulator: its field in the envelope and its message. A
 * field's name does not follow from the name of the type.
 */
export const payloads = {
  BEGIN_BLOCK: [148, 'begin_block', 'vega.events.v1.BeginBlock'],
  END_BLOCK: [149, 'end_block', 'vega.events.v1.EndBlock'],
  TIME_UPDATE: [101, 'time_update', 'vega.events.v1.TimeUpdate'],
  EPOCH_UPDATE: [131, 'epoch_event', 'vega.events.v1.EpochEvent'],
  ASSET: [117, 'asset', 'vega.Asset'],
  MARKET_CREATED: [116, 'market_created', 'vega.Market'],
  MARKET_UPDATED: [125, 'market_updated', 'vega.Market'],
  ACCOUNT: [105, 'account', 'vega.Account'],
  AMM: [189, 'amm', 'vega.events.v1.AMM'],
  ORDER: [104, 'order', 'vega.Order'],
  CANCELLED_ORDERS: [187, 'cancelled_orders', 'vega.events.v1.CancelledOrders'],
  EXPIRED_ORDERS: [156, 'expired_orders', 'vega.events.v1.ExpiredOrders'],
  STOP_ORDER: [158, 'stop_order', 'vega.events.v1.StopOrderEvent'],
  LIQUIDITY_PROVISION: [124, 'liquidity_provision', 'vega.LiquidityProvision'],
  STAKE_LINKING: [133, 'stake_linking', 'vega.events.v1.StakeLinking'],
  NODE_SIGNATURE: [112, 'node_signature', 'vega.commands.v1.NodeSignature'],
  FUNDING_PERIOD: [159, 'funding_period', 'vega.events.v1.FundingPeriod'],
  FUNDING_PERIOD_DATA_POINT: [160, 'funding_period_data_point', 'vega.events.v1.FundingPeriodDataPoint'],
  REWARD_PAYOUT_EVENT: [134, 'reward_payout', 'vega.events.v1.RewardPayoutEvent'],
  REFERRAL_SET_CREATED: [168, 'referral_set_created', 'vega.events.v1.ReferralSetCreated'],
  REFEREE_JOINED_REFERRAL_SET: [
    169,
    'referee_joined_referral_set',
    'vega.events.v1.RefereeJoinedReferralSet',
  ],
  REFERRAL_SET_STATS_UPDATED: [174, 'referral_set_stats_updated', 'vega.events.v1.ReferralSetStatsUpdated'],
  FEES_STATS_UPDATED: [177, 'fees_stats', 'vega.events.v1.FeesStats'],
} as const satisfies Readonly<Record<string, readonly [number: number, field: string, message: MessageName]>>

/** The type of an event, without the common `BUS_EVENT_TYPE_`. */
export type EventKind = keyof typeof payloads

/** The message of a type of event. */
export type PayloadOf<Kind extends EventKind = EventKind> = (typeof payloads)[Kind][2]

/** The whole message `vega.events.v1.BusEvent`: its envelope, and one payload. */
export const busEvent: Readonly<Record<string, FieldDefinition>> = {
  ...envelope,
  ...Object.fromEntries(
    Object.values(payloads).map(([number, name, message]) => [name, [number, message, 'oneof event']]),
  ),
}
