import type { ListFundingPeriodDataPointsQuery } from '@trading-network/types'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { Chain, type EventDraft } from '../chain.ts'
import { fundingPoint, market } from '../events.ts'
import { nodes, type Running, refusedFields, running } from '../running.ts'

const at = (seconds: bigint) => `${1_700_000_000_000_000_000n + seconds * 1_000_000_000n}` as const

/** The times of five points, the newest being D0. */
const [D0, D1, D2, D3, D4] = [at(6n), at(5n), at(4n), at(3n), at(2n)] as const

/** The points, told apart by their prices. */
const chain = new Chain().blocks([
  fundingPoint({ price: '4', timestamp: D4 }),
  fundingPoint({ price: '3', timestamp: D3 }),
  fundingPoint({ price: '2', timestamp: D2, dataPointType: 'SOURCE_INTERNAL' }),
  fundingPoint({ price: '1', timestamp: D1, seq: '2' }),
  fundingPoint({ price: '0', timestamp: D0, seq: '3' }),
  fundingPoint({ price: '9', timestamp: D2, marketId: market(2) }),
])
const server = await running(chain.lines)
afterAll(server.close)

type Filters = Omit<ListFundingPeriodDataPointsQuery, 'marketId'>

const pricesFrom =
  ({ client }: Running) =>
  async (query: Filters = {}, marketId = market(1)) =>
    nodes((await client.listFundingPeriodDataPoints({ marketId, ...query })).fundingPeriodDataPoints).map(
      ({ price }) => Number(price),
    )
const prices = pricesFrom(server)

describe('listFundingPeriodDataPoints', () => {
  it('[FUN-2] lists the points of one market, by their own time', async () => {
    expect(await prices()).toEqual([0, 1, 2, 3, 4])
    expect(await prices({}, market(2).toUpperCase())).toEqual([9])
    expect(await prices({}, market(3))).toEqual([])
    expect(await refusedFields(prices({}, 'ff'))).toEqual(['marketId'])
  })

  it('[FUN-3] takes a range of times, start inclusive and end exclusive', async () => {
    expect(await prices({ 'dateRange.startTimestamp': D4, 'dateRange.endTimestamp': D1 })).toEqual([2, 3, 4])
    expect(await prices({ 'dateRange.startTimestamp': D4, 'dateRange.endTimestamp': D0 })).toEqual([
      1, 2, 3, 4,
    ])
    expect(await prices({ 'dateRange.startTimestamp': D1 })).toEqual([0, 1])
    expect(await prices({ 'dateRange.endTimestamp': D3 })).toEqual([4])
    expect(await prices({ 'dateRange.startTimestamp': D2, 'dateRange.endTimestamp': D2 })).toEqual([])
    const most = {
      'dateRange.startTimestamp': '0',
      'dateRange.endTimestamp': '9223372036854775807',
    } as const
    expect(await prices(most)).toHaveLength(5)
  })

  it('keeps to its range after a cursor from outside of it', async () => {
    const { edges } = (await server.client.listFundingPeriodDataPoints({ marketId: market(1) }))
      .fundingPeriodDataPoints
    const [newest, oldest] = [edges.at(0)?.cursor, edges.at(-1)?.cursor]
    const range = { 'dateRange.startTimestamp': D2, 'dateRange.endTimestamp': D1 }
    expect(await prices({ ...range, 'pagination.after': newest })).toEqual([2])
    const fromOldest = { 'pagination.newestFirst': false, 'pagination.after': oldest }
    expect(await prices({ ...range, ...fromOldest })).toEqual([2])
  })

  it('cuts nothing off a nanosecond', async () => {
    expect(await prices({ 'dateRange.startTimestamp': `${BigInt(D0) + 1n}` })).toEqual([])
    expect(await prices({ 'dateRange.endTimestamp': `${BigInt(D4) + 1n}` })).toEqual([4])
  })

  it('[FUN-4] filters by source; the unspecified one, the default, stands for all', async () => {
    expect(await prices({ source: 'SOURCE_EXTERNAL' })).toEqual([0, 1, 3, 4])
    expect(await prices({ source: 'SOURCE_INTERNAL' })).toEqual([2])
    expect(await prices({ source: 'SOURCE_UNSPECIFIED' })).toEqual([0, 1, 2, 3, 4])
  })

  it('[FUN-5] filters by the period that a point contributed to', async () => {
    expect(await prices({ seq: '2' })).toEqual([1])
    expect(await prices({ seq: '1' })).toEqual([2, 3, 4])
    for (const none of ['7', '0', '9223372036854775808', '18446744073709551615'] as const) {
      expect(await prices({ seq: none })).toEqual([])
    }
  })

  it('combines filters', async () => {
    const range = { 'dateRange.startTimestamp': D4, 'dateRange.endTimestamp': D0 } as const
    expect(await prices({ ...range, source: 'SOURCE_EXTERNAL' })).toEqual([1, 3, 4])
    expect(await prices({ ...range, source: 'SOURCE_EXTERNAL', seq: '1' })).toEqual([3, 4])
  })
})

describe('listFundingPeriodDataPoints, as points come in', () => {
  async function after(...blocks: EventDraft[][]) {
    const chain = new Chain()
    for (const events of blocks) chain.block(...events)
    const other = await running(chain.lines)
    onTestFinished(other.close)
    return other
  }

  it('keeps the last of several points that one source gives a period in one block', async () => {
    const { client } = await after([
      fundingPoint({ price: '1', timestamp: D0 }),
      fundingPoint({ price: '2.5', twap: '1.5', timestamp: String(BigInt(D0) + 100_000n) }),
    ])
    const { fundingPeriodDataPoints } = await client.listFundingPeriodDataPoints({ marketId: market(1) })
    expect(nodes(fundingPeriodDataPoints)).toEqual([
      {
        marketId: market(1),
        seq: '1',
        dataPointType: 'SOURCE_EXTERNAL',
        price: '2.5',
        twap: '1.5',
        timestamp: String(BigInt(D0) + 100_000n),
      },
    ])
  })

  it('leaves such a point where it was among others of the same time', async () => {
    const points = [{ price: '1' }, { price: '2', seq: '2' }, { price: '3' }]
    const other = await after(points.map(point => fundingPoint({ ...point, timestamp: D0 })))
    expect(await pricesFrom(other)()).toEqual([2, 3])
  })

  it('keeps points of other periods, sources and blocks, whatever their time', async () => {
    const other = await after(
      [
        fundingPoint({ price: '1', timestamp: D0 }),
        fundingPoint({ price: '2', timestamp: D0, seq: '2' }),
        fundingPoint({ price: '3', timestamp: D0, dataPointType: 'SOURCE_INTERNAL' }),
        fundingPoint({ price: '4', timestamp: D0, dataPointType: undefined }),
      ],
      [fundingPoint({ price: '5', timestamp: D0 }), fundingPoint({ price: '6', timestamp: D1, seq: '2' })],
    )
    expect(await pricesFrom(other)()).toEqual([5, 4, 3, 2, 1, 6])
    expect(await pricesFrom(other)({ seq: '2' })).toEqual([2, 6])
  })
})
