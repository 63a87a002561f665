import { describe, expect, it } from 'vitest'
import { Chain, type EventDraft } from '../chain.ts'
import { fundingPoint, market } from '../events.ts'
import { running } from '../running.ts'
import { listing } from './listing.ts'

const at = (seconds: bigint) => `${1_700_000_000_000_000_000n + seconds * 1_000_000_000n}` as const
const [D0, D1, D2] = [at(1n), at(2n), at(3n)]

/** A function that lists the prices of points, by which they are told apart. */
async function pricesAfter(...blocks: EventDraft[][]) {
  const chain = new Chain()
  for (const events of blocks) chain.block(...events)
  const list = await listing('listFundingPeriodDataPoints', chain)
  return async (query: object = {}) =>
    (await list({ marketId: market(1), ...query })).map(({ price }) => Number(price))
}

const prices = await pricesAfter([
  fundingPoint({ price: '1', timestamp: D0 }),
  fundingPoint({ price: '3', timestamp: D2, seq: '2' }),
  fundingPoint({ price: '2', timestamp: D1, dataPointType: 'SOURCE_INTERNAL' }),
  fundingPoint({ price: '9', timestamp: D1, marketId: market(2) }),
])

describe('listFundingPeriodDataPoints', () => {
  it.each([
    ['[FUN-2] of one market, by their own time', {}, [1, 2, 3]],
    ['[FUN-2] of a market in the other letter case', { marketId: market(2).toUpperCase() }, [9]],
    ['[FUN-2] of no market', { marketId: market(3) }, []],
    ['[FUN-3] from a time on, that one too', { 'dateRange.startTimestamp': D1 }, [2, 3]],
    ['[FUN-3] before a time, without that one', { 'dateRange.endTimestamp': D1 }, [1]],
    ['[FUN-3] to the nanosecond', { 'dateRange.endTimestamp': `${BigInt(D1) + 1n}` }, [1, 2]],
    ['[FUN-3] until the end of all times', { 'dateRange.endTimestamp': '9223372036854775807' }, [1, 2, 3]],
    ['[FUN-4] of a source', { source: 'SOURCE_INTERNAL' }, [2]],
    ['[FUN-4] of all sources with the unspecified one', { source: 'SOURCE_UNSPECIFIED' }, [1, 2, 3]],
    ['[FUN-5] of the period that they contributed to', { seq: '2' }, [3]],
    ['[FUN-5] of a period that no integer of a database holds', { seq: '18446744073709551615' }, []],
  ])('lists the points %s', async (_, query, expected) => {
    expect(await prices(query)).toEqual(expected)
  })

  it('keeps to its range after a cursor from outside of it', async () => {
    const points = [D0, D1, D2].map(timestamp => fundingPoint({ timestamp }))
    const { client } = await running(new Chain().blocks(points).lines)
    const list = async (query: object) =>
      (await client.listFundingPeriodDataPoints({ marketId: market(1), ...query })).fundingPeriodDataPoints
        .edges
    const [newest, , oldest] = (await list({})).map(({ cursor }) => cursor)
    const range = { 'dateRange.startTimestamp': D1, 'dateRange.endTimestamp': D2 }
    for (const paging of [
      { 'pagination.after': newest },
      { 'pagination.newestFirst': false, 'pagination.after': oldest },
    ])
      expect(await list({ ...range, ...paging })).toMatchObject([{ node: { timestamp: D1 } }])
  })
})

describe('listFundingPeriodDataPoints, as points come in', () => {
  it('keeps the last of several points that one source gives a period in one block', async () => {
    const last = { price: '2.5', twap: '1.5', timestamp: String(BigInt(D0) + 100_000n) }
    const chain = new Chain().block(fundingPoint({ price: '1', timestamp: D0 }), fundingPoint(last))
    const list = await listing('listFundingPeriodDataPoints', chain)
    const place = { marketId: market(1), seq: '1', dataPointType: 'SOURCE_EXTERNAL' }
    expect(await list({ marketId: market(1) })).toEqual([{ ...place, ...last }])
  })

  it('leaves such a point where it was among others of the same time', async () => {
    const points = [{ price: '1' }, { price: '2', seq: '2' }, { price: '3' }]
    const prices = await pricesAfter(points.map(point => fundingPoint({ ...point, timestamp: D0 })))
    expect(await prices()).toEqual([3, 2])
  })

  it('keeps points of other periods, sources and blocks, whatever their time', async () => {
    const prices = await pricesAfter(
      [
        fundingPoint({ price: '1', timestamp: D1 }),
        fundingPoint({ price: '2', timestamp: D1, seq: '2' }),
        fundingPoint({ price: '3', timestamp: D1, dataPointType: 'SOURCE_INTERNAL' }),
        fundingPoint({ price: '4', timestamp: D1, dataPointType: undefined }),
      ],
      [fundingPoint({ price: '5', timestamp: D1 }), fundingPoint({ price: '6', timestamp: D0, seq: '2' })],
    )
    expect(await prices()).toEqual([6, 1, 2, 3, 4, 5])
  })
})
