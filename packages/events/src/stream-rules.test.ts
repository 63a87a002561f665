import { describe, expect, it } from 'vitest'
import { eventOfFrame } from './binary-event.ts'
import { frameOfLine } from './frame-of-line.ts'
import { eventsOfLine } from './json-event.ts'
import type { ReadBlock } from './stream-order.ts'
import { StreamRules } from './stream-rules.ts'
import type { Violation } from './stream-violation.ts'

type Fields = Readonly<Record<string, unknown>>

/** An event: its type without prefix, and its payload with the payload's field. */
type Draft = readonly [type: string, fields?: Fields]

const HASH = (height: number) => String(height).padStart(64, 'A')

function lineOf(height: number, number: number, [type, fields = {}]: Draft, more: Fields = {}): string {
  const envelope = { id: `${height}-${number}`, block: HASH(height), chainId: 'test', version: 1 }
  return JSON.stringify({ ...envelope, type: `BUS_EVENT_TYPE_${type}`, ...fields, ...more })
}

const begin = (height: number, time = height): Draft => [
  'BEGIN_BLOCK',
  { beginBlock: { height: String(height), timestamp: `${time}000000000`, hash: HASH(height).toLowerCase() } },
]

/** The lines of a whole block. */
function block(height: number, drafts: readonly Draft[] = [], time?: number): string[] {
  const all = [
    begin(height, time),
    ...drafts,
    ['END_BLOCK', { endBlock: { height: String(height) } }] as const,
  ]
  return all.map((draft, place) => lineOf(height, place + 1, draft))
}

function violationsOf(lines: readonly string[], last?: ReadBlock): Violation[] {
  const rules = new StreamRules(last)
  return lines.flatMap(eventsOfLine).flatMap(event => rules.read(event))
}

const ACCOUNT: Draft = ['ACCOUNT', { account: { id: 'a', owner: 'b', asset: 'c' } }]

describe('a stream that keeps the rules', () => {
  it.each([
    ['has consecutive blocks', [...block(1, [ACCOUNT]), ...block(2)], undefined],
    ['begins above the last stored block', block(8), { height: 7n, time: 7n }],
    [
      'takes a number for each order that an event names',
      [
        ...block(1).slice(0, 1),
        lineOf(1, 2, ['CANCELLED_ORDERS', { cancelledOrders: { orderIds: ['a', 'b'] } }]),
        lineOf(1, 4, ACCOUNT),
      ],
      undefined,
    ],
    [
      'has genesis and the first block at one height and time',
      [...block(1), ...block(1).map(line => line.replaceAll(HASH(1), 'B'.repeat(64)))],
      undefined,
    ],
    ['goes on with the next block after an upgrade', [...upgrade(), ...block(2)], undefined],
    [
      'has a block again after a crash within it',
      [...block(1, [ACCOUNT]).slice(0, 2), ...block(1)],
      undefined,
    ],
  ])('%s', (_, lines, last) => {
    expect(violationsOf(lines, last)).toEqual([])
  })
})

/** A block that ends with a protocol upgrade. */
function upgrade(): string[] {
  return [...block(1).slice(0, 1), lineOf(1, 2, ['PROTOCOL_UPGRADE_STARTED'])]
}

describe('a stream that breaks rule', () => {
  const [first = '', ...rest] = block(1, [ACCOUNT])
  it.each<[number, string, readonly string[], string]>([
    [1, 'a start in the middle', block(5), 'block 5 does not follow block 0'],
    [2, 'a lost event', [first, ...rest.slice(1)], 'event 2 of its block is missing'],
    [2, 'a doubled event', [first, rest[0] ?? '', ...rest], 'event 2 comes again'],
    [1, 'a start within a block', block(5).slice(1), 'block 5 does not follow block 0'],
    [3, 'an event before a block', rest.slice(0, 1), 'it lies outside a block'],
    [3, 'an event after its block', [...block(1), ...rest.slice(0, 1)], 'it lies outside a block'],
    [3, 'a lost end', [first, ...block(2)], 'at least one event of block 1 is missing: its end'],
    [
      3,
      'the end of another block',
      [first, lineOf(1, 2, ['END_BLOCK', { endBlock: { height: '7' } }])],
      'it ends block 7, inside block 1',
    ],
    [4, 'a lost block', [...block(1), ...block(3)], 'block 3 does not follow block 1'],
    [4, 'a doubled block', [...block(1), ...block(2), ...block(2)], 'block 2 comes again'],
    [
      5,
      'another chain',
      [first, lineOf(1, 2, ACCOUNT, { chainId: 'other' })],
      'it is of chain other, not test',
    ],
    [5, 'equal times', [...block(1), ...block(2, [], 1)], 'is not after 1000000000'],
    [6, 'an event after an upgrade', [...upgrade(), lineOf(1, 3, ACCOUNT)], 'ended with a protocol upgrade'],
  ])('%i: %s', (rule, _, lines, message) => {
    const [violation] = violationsOf(lines)
    expect(violation).toMatchObject({ rule, message: expect.stringContaining(message) })
  })

  it('names the events to give', () => {
    expect(violationsOf([first, ...rest.slice(1)])[0]?.give).toBe('event 1-2')
    expect(violationsOf([...block(1), ...block(3)])[0]?.give).toBe('block 2')
  })

  it('reports one lost event once', () => {
    expect(violationsOf([first, ...rest.slice(1), ...block(2)])).toHaveLength(1)
  })
})

const MARKET = {
  id: 'm',
  fees: {},
  priceMonitoringSettings: {},
  liquidityMonitoringParameters: {},
  marketTimestamps: {},
  tradableInstrument: { instrument: {} },
}
const ORDER = { id: 'o', price: '1', size: '5', version: '1', liquidityProvisionId: 'ab' }
const LINKING = { id: 's', amount: '10', blockHeight: '7' }
const PAYOUT = { epochSeq: '3', amount: '1', percentOfTotalReward: '0.5', quantumAmount: '2' }

describe('the records of a stream', () => {
  it.each<[string, number, string, string, Fields, Fields]>([
    ['a market without fees', 7, 'MARKET_CREATED', 'marketCreated', MARKET, { fees: undefined }],
    [
      'a market without an instrument',
      7,
      'MARKET_UPDATED',
      'marketUpdated',
      MARKET,
      { tradableInstrument: {} },
    ],
    ['a price with a fraction', 8, 'ORDER', 'order', ORDER, { price: '1.5' }],
    ['an order without a price', 8, 'ORDER', 'order', ORDER, { price: undefined }],
    ['a size beyond int64', 8, 'ORDER', 'order', ORDER, { size: '9223372036854775808' }],
    ['a version beyond int32', 8, 'ORDER', 'order', ORDER, { version: '2147483648' }],
    ['a provision that is no id', 8, 'ORDER', 'order', ORDER, { liquidityProvisionId: 'xyz' }],
    ['a peg without a number', 8, 'ORDER', 'order', ORDER, { peggedOrder: { offset: 'x' } }],
    ['a future update', 9, 'STOP_ORDER', 'stopOrder', {}, { stopOrder: { updatedAt: '1000000001' } }],
    ['an offset above 1', 9, 'STOP_ORDER', 'stopOrder', {}, { stopOrder: { trailingPercentOffset: '1.1' } }],
    ['an amount that is no number', 10, 'STAKE_LINKING', 'stakeLinking', LINKING, { amount: '' }],
    [
      'a log index beyond int64',
      10,
      'STAKE_LINKING',
      'stakeLinking',
      LINKING,
      { logIndex: '9223372036854775808' },
    ],
    [
      'a payout without a share',
      11,
      'REWARD_PAYOUT_EVENT',
      'rewardPayout',
      PAYOUT,
      { percentOfTotalReward: undefined },
    ],
    ['an epoch that is no number', 11, 'REWARD_PAYOUT_EVENT', 'rewardPayout', PAYOUT, { epochSeq: '' }],
  ])('break a rule: %s', (_, rule, type, field, good, bad) => {
    expect(violationsOf(block(1, [[type, { [field]: good }]]))).toEqual([])
    const [violation, ...others] = violationsOf(block(1, [[type, { [field]: { ...good, ...bad } }]]))
    expect(violation).toMatchObject({ rule, place: '1-2' })
    expect(others).toEqual([])
  })

  it('may lack what is optional: absent or null in JSON, empty in bytes', () => {
    const payout = { ...PAYOUT, quantumAmount: undefined }
    const order = { ...ORDER, size: null, icebergOrder: null }
    const lines = block(1, [
      ['REWARD_PAYOUT_EVENT', { rewardPayout: payout }],
      ['ORDER', { order }],
    ])
    expect(violationsOf(lines)).toEqual([])
    const rules = new StreamRules()
    const events = lines.map(line => eventOfFrame(frameOfLine(line, 1n).subarray(12)))
    expect(events.flatMap(event => rules.read(event))).toEqual([])
  })
})

describe('records that belong together', () => {
  const instrument = { perpetual: { settlementAsset: 'a' } }
  const MARKET_CREATED: Draft = [
    'MARKET_CREATED',
    { marketCreated: { ...MARKET, tradableInstrument: { instrument } } },
  ]
  const ASSET: Draft = ['ASSET', { asset: { id: 'a' } }]
  const AMM: Draft = ['AMM', { amm: { marketId: 'm', commitment: '1', parameters: { base: '2' } } }]
  const stats = (setId: string): Draft => [
    'REFERRAL_SET_STATS_UPDATED',
    { referralSetStatsUpdated: { setId, atEpoch: '1' } },
  ]
  const fees = (market: string): Draft => ['FEES_STATS_UPDATED', { feesStats: { market, epochSeq: '1' } }]

  it.each<[number, string, readonly Draft[]]>([
    [12, 'an AMM on a market that was never created', [ASSET, AMM]],
    [12, 'an AMM on a market whose asset was never listed', [MARKET_CREATED, AMM]],
    [
      12,
      'an AMM without parameters',
      [ASSET, MARKET_CREATED, ['AMM', { amm: { marketId: 'm', commitment: '1' } }]],
    ],
    [13, 'two statistics of a referral set', [stats('a'), stats('a')]],
    [13, 'two statistics of the fees of a market', [fees('a'), fees('a')]],
  ])('break rule %i: %s', (rule, _, drafts) => {
    expect(violationsOf(block(1, drafts))).toEqual([expect.objectContaining({ rule })])
  })

  it('may come once each', () => {
    const drafts = [ASSET, MARKET_CREATED, AMM, stats('a'), stats('b'), fees('a'), fees('b')]
    expect(violationsOf(block(1, drafts))).toEqual([])
  })
})
