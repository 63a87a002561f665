import { payloads } from '@trading-network/events'
import { createEventRegistry } from '@trading-network/events/registry'
import { describe, expect, test } from 'vitest'
import { simulate } from './network.ts'

type Message = { readonly [field: string]: unknown }

const registry = createEventRegistry()
const busEvent = registry.getMessage('vega.events.v1.BusEvent')!
type DescMessage = typeof busEvent
type DescField = DescMessage['fields'][number]

const events = Array.from(simulate({ seed: 1, blocks: 2000, scale: 1 }), line => JSON.parse(line) as Message)
const of = (payload: string) => events.flatMap(event => (event[payload] ? [event[payload] as Message] : []))

/** The events whose contents operations return whole. */
const RECORDS = [
  ...['account', 'order', 'cancelledOrders', 'expiredOrders', 'stopOrder', 'liquidityProvision'],
  ...['stakeLinking', 'nodeSignature', 'fundingPeriodDataPoint', 'rewardPayout'],
  ...['referralSetCreated', 'refereeJoinedReferralSet'],
]

/** Fields and values that a sample lacks. */
const LACKING = [
  // The simulator refuses orders for a dozen of fifty reasons.
  /^Order.reason=/,
  // Orders of the network itself close positions, which the simulator does not track.
  /^Order(Submission)?.type=TYPE_NETWORK$/,
  // The network sends EXPIRED_ORDERS instead.
  /^Order.status=STATUS_EXPIRED$/,
  // Releases after 0.77 have these.
  /^StopOrder.rejectionReason=REJECTION_REASON_SELL_ORDER_NOT_ALLOWED$/,
  /^Account.type=ACCOUNT_TYPE_(BUY_BACK_FEES|REWARD_AVERAGE_NOTIONAL|REWARD_ELIGIBLE_ENTITIES|LOCKED_FOR_STAKING)$/,
  // Orders of a provision have the best prices as their reference.
  /^LiquidityOrder.reference=PEGGED_REFERENCE_MID$/,
  /^RewardPayoutEvent.(gameId|market)$/,
]

/** The names of all fields, with each value of an enum: `Order.side=SIDE_BUY`. */
function possible(type: DescMessage, names = new Set<string>()): Set<string> {
  for (const field of type.fields.filter(({ proto }) => !proto.options?.deprecated)) {
    const values = field.enum?.values.filter(({ number }) => number > 0).map(({ name }) => name)
    for (const name of values ?? [undefined]) names.add(nameOf(field, name))
    if (field.message) possible(field.message, names)
  }
  return names
}

/** Adds the names of the fields of a message. */
function addNames(type: DescMessage, message: Message, names: Set<string>): void {
  for (const field of type.fields)
    for (const value of [message[field.jsonName] ?? []].flat()) {
      names.add(nameOf(field, field.enum && value))
      if (field.message) addNames(field.message, value as Message, names)
    }
}

function nameOf({ parent, jsonName }: DescField, value: unknown): string {
  return `${parent?.name}.${jsonName}${value === undefined ? '' : `=${value}`}`
}

describe('a sample of 2000 blocks has', () => {
  test('every kind of event', () => {
    const types = new Set(events.map(({ type }) => type))
    expect(Object.keys(payloads).filter(kind => !types.has(`BUS_EVENT_TYPE_${kind}`))).toEqual([])
  })

  test.each(RECORDS)('each field of %s, and each value of an enum', payload => {
    const { message: type } = busEvent.fields.find(({ jsonName }) => jsonName === payload)!
    const found = new Set<string>()
    for (const message of of(payload)) addNames(type!, message, found)
    const missing = [...possible(type!)].filter(name => !found.has(name))
    expect(missing.filter(name => !LACKING.some(pattern => pattern.test(name)))).toEqual([])
  })
})

const count = (values: readonly unknown[]) => new Set(values).size
/** The size of the largest group of messages that share these fields. */
const most = (payload: string, ...fields: string[]) =>
  Math.max(
    ...[...Map.groupBy(of(payload), each => fields.map(field => each[field]).join()).values()].map(
      group => group.length,
    ),
  )
const makers = new Set(of('amm').map(({ ammPartyId }) => ammPartyId))
const isFilledInPart = ({ status, size, remaining, icebergOrder }: Message) =>
  status === 'STATUS_ACTIVE' && remaining && remaining !== size && !icebergOrder
const batches = [...of('cancelledOrders'), ...of('expiredOrders')]

/** Tests on a sample need these, too. */
test.each<[name: string, found: number, least: number]>([
  ['reasons to refuse an order', count(of('order').map(({ reason }) => reason)), 11],
  ['versions of orders', count(of('order').map(({ version }) => version)), 3],
  ['live orders that are filled in part', of('order').filter(isFilledInPart).length, 1],
  [
    'lengths of batches that end orders',
    count(batches.map(({ orderIds }) => (orderIds as string[]).length)),
    3,
  ],
  ['owners of accounts', count(of('account').map(({ owner }) => owner)), 100],
  ['balances', count(of('account').map(({ balance }) => balance)), 1000],
  ['accounts that are emptied', of('account').filter(({ balance }) => balance === '0').length, 10],
  ['accounts of market makers', of('account').filter(({ owner }) => makers.has(owner)).length, 6],
  ['states of a market maker', count(of('amm').map(({ status }) => status)), 4],
  ['kinds and states of stake', count(of('stakeLinking').map(({ type, status }) => `${type} ${status}`)), 5],
  ['signatures of one resource', most('nodeSignature', 'id'), 3],
  [
    'sequences with the same point',
    most('fundingPeriodDataPoint', 'marketId', 'timestamp', 'dataPointType'),
    2,
  ],
  ['payouts of one reward', most('rewardPayout', 'epochSeq', 'asset', 'rewardType'), 3],
  ['sets of one referee', most('refereeJoinedReferralSet', 'referee'), 2],
  ['epochs with statistics', count(of('referralSetStatsUpdated').map(({ atEpoch }) => atEpoch)), 31],
])('a sample has %s: %i, at least %i', (_, found, least) => {
  expect(found).toBeGreaterThanOrEqual(least)
})
