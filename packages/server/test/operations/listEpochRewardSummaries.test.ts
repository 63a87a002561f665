import { expect, it } from 'vitest'
import { Chain } from '../chain.ts'
import { asset, market, party, rewardPayout } from '../events.ts'
import { listing } from './listing.ts'

const paid = (epochSeq: number, amount: string, fields = {}) =>
  rewardPayout({ epochSeq: String(epochSeq), amount, market: '!', ...fields })

/** Summaries told apart by their amounts; the first one of two payouts. */
const list = await listing(
  'listEpochRewardSummaries',
  new Chain().block(
    paid(1, '1', { market: market(1) }),
    paid(1, '10', { market: market(1), party: party(2) }),
    paid(1, '2'),
    paid(1, '3', { rewardType: 'ACCOUNT_TYPE_REWARD_MAKER_PAID_FEES' }),
    paid(2, '4', { asset: asset(2) }),
  ),
)
const amounts = (nodes: readonly { amount: string }[]) => nodes.map(({ amount }) => Number(amount))

it('[REW-7] sums over parties, one summary per epoch, market, asset and reward type', async () => {
  const all = await list()
  expect(amounts(all)).toEqual([11, 2, 3, 4])
  const keys = {
    epoch: '1',
    assetId: asset(1),
    marketId: market(1),
    rewardType: 'ACCOUNT_TYPE_GLOBAL_REWARD',
  }
  expect(all[0]).toEqual({ ...keys, amount: '11' })
})

const MOST = '18446744073709551615'
it.each([
  ['[REW-2] of assets', { 'filter.assetIds': [asset(2), asset(3)] }, [4]],
  ['[REW-3] of markets', { 'filter.marketIds': [market(1)] }, [11]],
  ['[REW-3] without a market, an empty text', { 'filter.marketIds': [''] }, [2, 3, 4]],
  ['[REW-3] with and without one', { 'filter.marketIds': ['', market(1)] }, [11, 2, 3, 4]],
  ['[REW-4] from an epoch on, that one too', { 'filter.fromEpoch': '2' }, [4]],
  ['[REW-5] until an epoch, that one too', { 'filter.toEpoch': '1' }, [11, 2, 3]],
  ['of no epoch', { 'filter.fromEpoch': '2', 'filter.toEpoch': '1' }, []],
  ['until the greatest uint64', { 'filter.toEpoch': MOST }, [11, 2, 3, 4]],
  ['from the greatest uint64 on', { 'filter.fromEpoch': MOST }, []],
])('lists summaries %s', async (_, query, expected) => {
  expect(amounts(await list(query as object))).toEqual(expected)
})

it('lists the latest epoch first, however late its payouts come; a further payout moves no summary', async () => {
  const payouts = [paid(3, '30'), paid(1, '10'), paid(3, '1', { party: party(2) }), paid(2, '20')]
  const late = await listing('listEpochRewardSummaries', payouts)
  expect(amounts(await late({ 'pagination.newestFirst': true }))).toEqual([31, 20, 10])
})

it('has no market for a payout that names none, and sums what no double can hold', async () => {
  const most = '100000000000000000000000000001'
  const huge = await listing('listEpochRewardSummaries', [rewardPayout({ amount: most }), paid(1, '2')])
  expect(await huge()).toMatchObject([{ marketId: '', amount: '100000000000000000000000000003' }])
})
