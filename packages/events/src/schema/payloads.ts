import type { Fields } from '../generated/schema.ts'

type PayloadFields = Fields['vega.events.v1.BusEvent']

/**
 * The payload of each event type for a read model or the simulator: its field in the event, by JSON name. The name of a
 * field does not follow from the name of the type.
 */
export const payloads = {
  BEGIN_BLOCK: 'beginBlock',
  END_BLOCK: 'endBlock',
  TIME_UPDATE: 'timeUpdate',
  EPOCH_UPDATE: 'epochEvent',
  ASSET: 'asset',
  MARKET_CREATED: 'marketCreated',
  MARKET_UPDATED: 'marketUpdated',
  ACCOUNT: 'account',
  AMM: 'amm',
  ORDER: 'order',
  CANCELLED_ORDERS: 'cancelledOrders',
  EXPIRED_ORDERS: 'expiredOrders',
  STOP_ORDER: 'stopOrder',
  LIQUIDITY_PROVISION: 'liquidityProvision',
  STAKE_LINKING: 'stakeLinking',
  NODE_SIGNATURE: 'nodeSignature',
  FUNDING_PERIOD: 'fundingPeriod',
  FUNDING_PERIOD_DATA_POINT: 'fundingPeriodDataPoint',
  REWARD_PAYOUT_EVENT: 'rewardPayout',
  REFERRAL_SET_CREATED: 'referralSetCreated',
  REFEREE_JOINED_REFERRAL_SET: 'refereeJoinedReferralSet',
  REFERRAL_SET_STATS_UPDATED: 'referralSetStatsUpdated',
  FEES_STATS_UPDATED: 'feesStats',
} as const satisfies Readonly<Record<string, keyof PayloadFields>>

/** The type of an event, without the common `BUS_EVENT_TYPE_`. */
export type EventKind = keyof typeof payloads

export type PayloadOf<Kind extends EventKind = EventKind> = PayloadFields[(typeof payloads)[Kind]]
