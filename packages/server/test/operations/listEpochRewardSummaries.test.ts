import type { ListEpochRewardSummariesQuery } from '@trading-network/types'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { Chain, type EventDraft } from '../chain.ts'
import { asset, market, party, rewardPayout } from '../events.ts'
import { nodes, type Running, refusedFields, running } from '../running.ts'

const MAKER_PAID = 'ACCOUNT_TYPE_REWARD_MAKER_PAID_FEES'
const MAKER_RECEIVED = 'ACCOUNT_TYPE_REWARD_MAKER_RECEIVED_FEES'
const GLOBAL = 'ACCOUNT_TYPE_GLOBAL_REWARD'

/**
 * Asset, market, reward type and the amounts of parties 1, 2 and 3 in the first epoch; a hundred times that in the
 * second.
 */
const GROUPS: [string, string, string, number[]][] = [
  [asset(1), market(1), MAKER_PAID, [100, 200, 300]],
  [asset(1), '', MAKER_PAID, [110, 220, 330]],
  [asset(2), market(1), MAKER_PAID, [400, 500, 600]],
  [asset(2), '', MAKER_PAID, [410, 520, 630]],
  [asset(1), market(1), MAKER_RECEIVED, [1000, 2000, 3000]],
  [asset(1), '', GLOBAL, [1100, 2200, 3300]],
  [asset(2), market(1), MAKER_RECEIVED, [4000, 5000, 6000]],
  [asset(2), '', GLOBAL, [4100, 5200, 6300]],
]

const payouts = [1, 2].flatMap(epoch =>
  GROUPS.flatMap(([asset, market, rewardType, amounts]) =>
    amounts.map((amount, index) =>
      rewardPayout({
        epochSeq: String(epoch),
        asset,
        market: market || '!',
        rewardType,
        party: party(index + 1),
        amount: String(epoch === 1 ? amount : amount * 100),
      }),
    ),
  ),
)
const server = await running(new Chain().block(...payouts).lines)
afterAll(server.close)

const sumsFrom =
  ({ client }: Running) =>
  async (query: ListEpochRewardSummariesQuery = {}) =>
    nodes(
      (await client.listEpochRewardSummaries({ 'pagination.newestFirst': false, ...query })).summaries,
    ).map(({ amount }) => Number(amount))
const sums = sumsFrom(server)
const FIRST = [600, 660, 1500, 1560, 6000, 6600, 15_000, 15_600]
const SECOND = FIRST.map(sum => sum * 100)

describe('listEpochRewardSummaries', () => {
  it('[REW-7] sums over parties, one summary per epoch, market, asset and reward type', async () => {
    expect(await sums()).toEqual([...FIRST, ...SECOND])
    const [oldest] = nodes((await server.client.listEpochRewardSummaries({ 'pagination.last': 1 })).summaries)
    expect(oldest).toEqual({
      epoch: '1',
      assetId: asset(1),
      marketId: market(1),
      rewardType: MAKER_PAID,
      amount: '600',
    })
  })

  it('[REW-4] starts at the first epoch, [REW-5] ends with the last one', async () => {
    expect(await sums({ 'filter.fromEpoch': '1' })).toHaveLength(16)
    expect(await sums({ 'filter.toEpoch': '2' })).toHaveLength(16)
    expect(await sums({ 'filter.fromEpoch': '2' })).toEqual(SECOND)
    expect(await sums({ 'filter.toEpoch': '1' })).toEqual(FIRST)
    expect(await sums({ 'filter.fromEpoch': '1', 'filter.toEpoch': '1' })).toEqual(FIRST)
    expect(await sums({ 'filter.fromEpoch': '2', 'filter.toEpoch': '1' })).toEqual([])
  })

  it('takes any uint64 for an epoch', async () => {
    const most = '18446744073709551615'
    expect(await sums({ 'filter.toEpoch': most })).toHaveLength(16)
    expect(await sums({ 'filter.toEpoch': '9223372036854775807' })).toHaveLength(16)
    expect(await sums({ 'filter.fromEpoch': most })).toEqual([])
    expect(await sums({ 'filter.toEpoch': '0' })).toEqual([])
  })

  it('[REW-2] filters by assets', async () => {
    expect(await sums({ 'filter.assetIds': [asset(1)], 'filter.toEpoch': '1' })).toEqual([
      600, 660, 6000, 6600,
    ])
    expect(await sums({ 'filter.assetIds': [asset(2), asset(1)] })).toHaveLength(16)
    expect(await sums({ 'filter.assetIds': [asset(3)] })).toEqual([])
  })

  it('[REW-3] filters by markets, an empty text being no market', async () => {
    expect(await sums({ 'filter.marketIds': [market(1)], 'filter.toEpoch': '1' })).toEqual([
      600, 1500, 6000, 15_000,
    ])
    expect(await sums({ 'filter.marketIds': [''], 'filter.toEpoch': '1' })).toEqual([660, 1560, 6600, 15_600])
    expect(await sums({ 'filter.marketIds': ['', market(1)] })).toHaveLength(16)
    expect(
      await refusedFields(server.client.listEpochRewardSummaries({ 'filter.marketIds': ['ff'] })),
    ).toEqual(['filter.marketIds'])
  })

  it('combines all four filters', async () => {
    const all = { 'filter.assetIds': [asset(1), asset(2)], 'filter.marketIds': [market(1), ''] }
    expect(await sums({ ...all, 'filter.fromEpoch': '1', 'filter.toEpoch': '2' })).toHaveLength(16)
    const few = { 'filter.assetIds': [asset(2)], 'filter.marketIds': [market(1)] }
    expect(await sums({ ...few, 'filter.fromEpoch': '2', 'filter.toEpoch': '2' })).toEqual([
      150_000, 1_500_000,
    ])
  })

  it('lists the latest epoch first, however late its payouts come; a further payout moves no summary', async () => {
    const payout = (epochSeq: string, amount: string, fields = {}): EventDraft =>
      rewardPayout({ epochSeq, amount, ...fields })
    const other = await running(
      new Chain().blocks([
        payout('3', '30'),
        payout('1', '10'),
        payout('3', '1', { party: party(2) }),
        payout('2', '20'),
      ]).lines,
    )
    onTestFinished(other.close)
    expect(await sumsFrom(other)({ 'pagination.newestFirst': true })).toEqual([31, 20, 10])
  })

  it('has no market for a payout that names none, and sums what no double can hold', async () => {
    const other = await running(
      new Chain().block(
        rewardPayout({ amount: '100000000000000000000000000001' }),
        rewardPayout({ amount: '2', market: '!' }),
      ).lines,
    )
    onTestFinished(other.close)
    expect(nodes((await other.client.listEpochRewardSummaries({})).summaries)).toMatchObject([
      { marketId: '', amount: '100000000000000000000000000003' },
    ])
  })
})
