import type { ListStopOrdersQuery } from '@trading-network/types'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { Chain, type EventDraft } from '../chain.ts'
import { market, orderId, party, stopOrder } from '../events.ts'
import { nodes, type Running, running } from '../running.ts'

type States = Partial<Record<1 | 2 | 3 | 4 | 5 | 6, string>>

/** Twelve stop orders over six blocks: party, market, expiry strategy, and the state reached in each block. */
const LIVES: [number, number, string, States][] = [
  [10, 20, 'UNSPECIFIED', { 1: 'UNSPECIFIED', 2: 'PENDING', 3: 'CANCELLED' }],
  [11, 21, 'SUBMIT', { 1: 'UNSPECIFIED', 3: 'PENDING', 4: 'EXPIRED' }],
  [12, 22, 'CANCELS', { 1: 'UNSPECIFIED', 2: 'PENDING', 4: 'EXPIRED' }],
  [11, 23, 'SUBMIT', { 1: 'UNSPECIFIED', 2: 'PENDING', 4: 'TRIGGERED' }],
  [12, 24, 'CANCELS', { 1: 'UNSPECIFIED', 2: 'PENDING', 5: 'TRIGGERED' }],
  [11, 25, 'SUBMIT', { 1: 'UNSPECIFIED', 3: 'PENDING', 5: 'CANCELLED' }],
  [12, 26, 'CANCELS', { 1: 'UNSPECIFIED', 2: 'PENDING', 4: 'CANCELLED' }],
  [11, 27, 'SUBMIT', { 1: 'UNSPECIFIED', 2: 'PENDING', 4: 'TRIGGERED' }],
  [12, 28, 'CANCELS', { 1: 'UNSPECIFIED', 3: 'PENDING', 5: 'STOPPED' }],
  [11, 29, 'SUBMIT', { 1: 'UNSPECIFIED', 3: 'PENDING', 5: 'STOPPED' }],
  [13, 28, 'CANCELS', { 5: 'PENDING' }],
  [13, 29, 'CANCELS', { 6: 'PENDING' }],
]
const START = 1_700_000_000_000_000_001n
const blockTime = (block: number) => `${START + BigInt(block) * 1_000_000_000n}` as const

const chain = new Chain('test-chain', START)
for (const block of [1, 2, 3, 4, 5, 6] as const) {
  const events = LIVES.flatMap(([partyNumber, marketNumber, strategy, states], index) => {
    const status = states[block]
    if (!status) return []
    const fields = {
      id: orderId(index + 1),
      partyId: party(partyNumber),
      marketId: market(marketNumber),
      expiryStrategy: `EXPIRY_STRATEGY_${strategy}`,
      status: `STATUS_${status}`,
      createdAt: blockTime(1),
      updatedAt: states[1] && block > 1 ? blockTime(block) : undefined,
    }
    return [stopOrder(fields)]
  })
  chain.block(...events)
}
const server = await running(chain.lines)
afterAll(server.close)

const listedFrom =
  ({ client }: Running) =>
  async (query: ListStopOrdersQuery = {}) =>
    nodes((await client.listStopOrders({ 'pagination.newestFirst': false, ...query })).orders)
const numbers = async (query: ListStopOrdersQuery = {}) =>
  (await listedFrom(server)(query)).map(({ stopOrder }) => Number(`0x${stopOrder.id.slice(-8)}`))

const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const parties = (...numbers: number[]) => ({ 'filter.partyIds': numbers.map(party) })
const markets = (...numbers: number[]) => ({ 'filter.marketIds': numbers.map(market) })

describe('listStopOrders, by its filters', () => {
  it('lists each stop order once, in its latest state, in both orders', async () => {
    expect(await numbers()).toEqual(ALL)
    expect(await numbers({ 'pagination.newestFirst': true })).toEqual([...ALL].reverse())
    const latest = (await listedFrom(server)()).map(({ stopOrder }) => stopOrder.status)
    expect(latest).toEqual(LIVES.map(([, , , states]) => `STATUS_${Object.values(states).at(-1)}`))
  })

  it('[STO-5] filters by parties', async () => {
    expect(await numbers(parties(10, 11))).toEqual([1, 2, 4, 6, 8, 10])
    expect(await numbers(parties(99))).toEqual([])
    // The client refuses an empty value itself.
    const { status, body } = await server.get('/api/v2/stoporders?filter.partyIds=&filter.marketIds=ff')
    expect(status).toBe(400)
    const fields = body.details[0].fieldViolations.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(['filter.partyIds', 'filter.marketIds'])
  })

  it('[STO-6] filters by markets', async () => {
    expect(await numbers(markets(20, 21, 23, 26, 27, 28))).toEqual([1, 2, 4, 7, 8, 9, 11])
    expect(await numbers(markets(99))).toEqual([])
  })

  it('[STO-2] filters by the latest status, not by one passed through', async () => {
    const statuses = ['STATUS_CANCELLED', 'STATUS_TRIGGERED', 'STATUS_EXPIRED'] as const
    expect(await numbers({ 'filter.statuses': statuses })).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await numbers({ 'filter.statuses': ['STATUS_PENDING'] })).toEqual([11, 12])
    expect(await numbers({ 'filter.statuses': ['STATUS_UNSPECIFIED', 'STATUS_REJECTED'] })).toEqual([])
  })

  it('[STO-3] filters by expiry strategies, the unspecified one finding those without', async () => {
    const strategies = ['EXPIRY_STRATEGY_UNSPECIFIED', 'EXPIRY_STRATEGY_CANCELS'] as const
    expect(await numbers({ 'filter.expiryStrategies': strategies })).toEqual([1, 3, 5, 7, 9, 11, 12])
    const [none] = await listedFrom(server)({ 'filter.expiryStrategies': ['EXPIRY_STRATEGY_UNSPECIFIED'] })
    expect(none?.stopOrder).not.toHaveProperty('expiryStrategy')
  })

  it('[STO-7] leaves only live ones with liveOnly, whatever else is asked', async () => {
    const live = { 'filter.liveOnly': true }
    expect(await numbers(live)).toEqual([11, 12])
    expect(await numbers({ 'filter.liveOnly': false })).toEqual(ALL)
    expect(await numbers({ ...live, ...markets(28) })).toEqual([11])
    expect(await numbers({ ...live, ...parties(10) })).toEqual([])
    expect(await numbers({ ...live, 'filter.statuses': ['STATUS_PENDING', 'STATUS_EXPIRED'] })).toEqual([
      11, 12,
    ])
    expect(await numbers({ ...live, 'filter.statuses': ['STATUS_EXPIRED'] })).toEqual([])
  })

  it('[STO-4] takes a range of times of the latest state, start inclusive and end exclusive', async () => {
    const between = (start: number, end: number) => ({
      'filter.dateRange.startTimestamp': blockTime(start),
      'filter.dateRange.endTimestamp': blockTime(end),
    })
    expect(await numbers(between(3, 4))).toEqual([1])
    expect(await numbers(between(4, 5))).toEqual([2, 3, 4, 7, 8])
    expect(await numbers(between(1, 3))).toEqual([])
    expect(await numbers(between(5, 5))).toEqual([])
    expect(await numbers({ 'filter.dateRange.startTimestamp': blockTime(6) })).toEqual([12])
    expect(await numbers({ 'filter.dateRange.endTimestamp': blockTime(4) })).toEqual([1])
    expect(await numbers({ ...between(4, 5), ...parties(11) })).toEqual([2, 4, 8])
  })
})

describe('listStopOrders, in what it says of each', () => {
  async function only(...events: EventDraft[]) {
    const other = await running(new Chain('test-chain', START).blocks(events).lines)
    onTestFinished(other.close)
    const [node] = await listedFrom(other)()
    return node
  }

  it('[STO-9] has the stop order and the order it will submit, every field', async () => {
    expect(await only(stopOrder({}))).toEqual({
      stopOrder: {
        id: orderId(1),
        partyId: party(1),
        marketId: market(1),
        orderId: '',
        createdAt: '1700000000000000001',
        updatedAt: '0',
        triggerDirection: 'TRIGGER_DIRECTION_FALLS_BELOW',
        status: 'STATUS_PENDING',
        sizeOverrideSetting: 'SIZE_OVERRIDE_SETTING_NONE',
        price: '100',
      },
      submission: {
        marketId: market(1),
        size: '5',
        side: 'SIDE_SELL',
        price: '',
        timeInForce: 'TIME_IN_FORCE_IOC',
        expiresAt: '0',
        type: 'TYPE_MARKET',
        reference: '',
        postOnly: false,
        reduceOnly: false,
      },
    })
  })

  it('has no submission when the event had none', async () => {
    const [type, message] = stopOrder({})
    expect(await only([type, { stopOrder: message.stopOrder }])).not.toHaveProperty('submission')
  })

  it('[STO-13] says when it was created and last changed; by its block when the event does not', async () => {
    const said = await only(stopOrder({}), stopOrder({ updatedAt: '1700000000500000009' }))
    expect(said?.stopOrder).toMatchObject({
      createdAt: '1700000000000000001',
      updatedAt: '1700000000500000009',
    })
    const unsaid = await only(stopOrder({}), stopOrder({ status: 'STATUS_CANCELLED' }))
    expect(unsaid?.stopOrder.updatedAt).toBe(blockTime(2))
  })

  it('[STO-12] names the other half of a pair, and the order that it became', async () => {
    const node = await only(
      stopOrder({ ocoLinkId: orderId(2), status: 'STATUS_TRIGGERED', orderId: orderId(1) }),
    )
    expect(node?.stopOrder).toMatchObject({ ocoLinkId: orderId(2), orderId: orderId(1) })
  })

  it('has a price or a trailing offset, never both', async () => {
    const trailing = await only(stopOrder({ trailingPercentOffset: '0.05', price: undefined }))
    expect(trailing?.stopOrder).toMatchObject({ trailingPercentOffset: '0.05' })
    expect(trailing?.stopOrder).not.toHaveProperty('price')
  })

  it('has what is used only when used: expiry, size override, rejection reason', async () => {
    const used = {
      expiresAt: '1700000009000000000',
      expiryStrategy: 'EXPIRY_STRATEGY_SUBMIT',
      sizeOverrideSetting: 'SIZE_OVERRIDE_SETTING_POSITION',
      sizeOverrideValue: { percentage: '0.5' },
      status: 'STATUS_REJECTED',
      rejectionReason: 'REJECTION_REASON_TRADING_NOT_ALLOWED',
    }
    expect((await only(stopOrder(used)))?.stopOrder).toMatchObject(used)
    const node = await only(stopOrder({ rejectionReason: 'REJECTION_REASON_UNSPECIFIED' }))
    for (const field of [
      'expiresAt',
      'expiryStrategy',
      'sizeOverrideValue',
      'rejectionReason',
      'ocoLinkId',
    ]) {
      expect(node?.stopOrder).not.toHaveProperty(field)
    }
  })

  it('[STO-35] has iceberg options and a peg only when the submission does', async () => {
    const icebergOpts = { peakSize: '8', minimumVisibleSize: '5' }
    const peggedOrder = { reference: 'PEGGED_REFERENCE_BEST_ASK', offset: '3' }
    const node = await only(stopOrder({}, { icebergOpts, peggedOrder, price: '10' }))
    expect(node?.submission).toMatchObject({ icebergOpts, peggedOrder, price: '10' })
  })

  it('does not move a stop order whose state or creation time changes', async () => {
    const other = await running(
      new Chain().blocks([
        stopOrder({ id: orderId(1), createdAt: '1' }),
        stopOrder({ id: orderId(2), createdAt: '2' }),
        stopOrder({ id: orderId(1), createdAt: '3', status: 'STATUS_CANCELLED' }),
      ]).lines,
    )
    onTestFinished(other.close)
    expect((await listedFrom(other)()).map(({ stopOrder }) => stopOrder.id)).toEqual([orderId(1), orderId(2)])
  })
})
