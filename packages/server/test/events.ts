import type { EventKind } from '@trading-network/events'
import { type EventDraft, type Fields, id } from './chain.ts'

/** Ids by kind of record, easy to distinguish in a failure. */
export const party = (number: number) => id('a', number)
export const market = (number: number) => id('b', number)
export const asset = (number: number) => id('c', number)
export const orderId = (number: number) => id('d', number)
export const referralSet = (number: number) => id('e', number)
export const resource = (number: number) => id('f', number)

type Make = (fields: Fields) => EventDraft

/** Creates events of a type: default fields, overridden by the given ones. */
const event =
  (type: EventKind, usual: Fields = {}): Make =>
  fields => [type, { ...usual, ...fields }]

export const account = event('ACCOUNT', {
  owner: party(1),
  asset: asset(1),
  marketId: '!',
  type: 'ACCOUNT_TYPE_GENERAL',
  balance: '1',
})

/** Of party 1 on market 1, acting as party 101. */
export const amm = event('AMM', {
  partyId: party(1),
  marketId: market(1),
  ammPartyId: party(101),
  status: 'STATUS_ACTIVE',
})

export const order = event('ORDER', {
  id: orderId(1),
  marketId: market(1),
  partyId: party(1),
  side: 'SIDE_BUY',
  price: '10',
  size: '100',
  remaining: '100',
  timeInForce: 'TIME_IN_FORCE_GTC',
  type: 'TYPE_LIMIT',
  status: 'STATUS_ACTIVE',
  version: '1',
  createdAt: '1700000000000000001',
})
export const cancelledOrders = event('CANCELLED_ORDERS', { marketId: market(1) })
export const expiredOrders = event('EXPIRED_ORDERS', { marketId: market(1) })

/** A stop order with its order; `fields` are those of the stop order. */
export const stopOrder = (fields: Fields, submission: Fields = {}): EventDraft => [
  'STOP_ORDER',
  {
    submission: {
      marketId: market(1),
      size: '5',
      side: 'SIDE_SELL',
      timeInForce: 'TIME_IN_FORCE_IOC',
      type: 'TYPE_MARKET',
      ...submission,
    },
    stopOrder: {
      id: orderId(1),
      partyId: party(1),
      marketId: market(1),
      createdAt: '1700000000000000001',
      triggerDirection: 'TRIGGER_DIRECTION_FALLS_BELOW',
      status: 'STATUS_PENDING',
      sizeOverrideSetting: 'SIZE_OVERRIDE_SETTING_NONE',
      price: '100',
      ...fields,
    },
  },
]

export const liquidityProvision = event('LIQUIDITY_PROVISION', {
  id: orderId(1),
  partyId: party(1),
  marketId: market(1),
  commitmentAmount: '100000',
  fee: '0.3',
  version: '1',
  status: 'STATUS_ACTIVE',
})

export const stakeLinking = event('STAKE_LINKING', {
  id: orderId(1),
  party: party(1),
  type: 'TYPE_LINK',
  amount: '10000',
  status: 'STATUS_ACCEPTED',
})

export const nodeSignature = event('NODE_SIGNATURE', {
  id: resource(1),
  kind: 'NODE_SIGNATURE_KIND_ASSET_NEW',
})

export const fundingPoint = event('FUNDING_PERIOD_DATA_POINT', {
  marketId: market(1),
  seq: '1',
  dataPointType: 'SOURCE_EXTERNAL',
  price: '1',
  twap: '1',
})

export const rewardPayout = event('REWARD_PAYOUT_EVENT', {
  party: party(1),
  epochSeq: '1',
  asset: asset(1),
  rewardType: 'ACCOUNT_TYPE_GLOBAL_REWARD',
})

export const referralSetCreated = event('REFERRAL_SET_CREATED', {
  setId: referralSet(1),
  referrer: party(1),
})
export const refereeJoined = event('REFEREE_JOINED_REFERRAL_SET', {
  setId: referralSet(1),
  atEpoch: '1',
})

/** A referee's taker volume in an epoch, as in the statistics of a set. */
export const takerVolume = (referee: string, epoch: number, volume: string): EventDraft => [
  'REFERRAL_SET_STATS_UPDATED',
  {
    setId: referralSet(1),
    atEpoch: String(epoch),
    refereesStats: [{ partyId: referee, epochNotionalTakerVolume: volume }],
  },
]

/** The rewards from a referee for the referrer in an epoch, as in the fee statistics. */
export const generatedReward = (
  referee: string,
  epoch: number,
  quantumAmount: string,
  amount = '1',
): EventDraft => [
  'FEES_STATS_UPDATED',
  {
    market: market(1),
    asset: asset(1),
    epochSeq: String(epoch),
    referrerRewardsGenerated: [
      { referrer: party(1), generatedReward: [{ party: referee, amount, quantumAmount }] },
    ],
  },
]

export const epochEnded = (epoch: number): EventDraft => [
  'EPOCH_UPDATE',
  { seq: String(epoch), action: 'EPOCH_ACTION_END' },
]
export const epochStarted = (epoch: number): EventDraft => [
  'EPOCH_UPDATE',
  { seq: String(epoch), action: 'EPOCH_ACTION_START', endTime: '-6795364578871345152' },
]
