import { MalformedEvent, type Message } from '@trading-network/events'
import { list } from '../store/tables/table.ts'
import { amount, id, name, requiredName, text } from './fields.ts'
import { edgeOf, type Projection } from './projection.ts'

/** Payouts summed per epoch, market, asset and reward type; listed by epoch. */
export const rewardSummaries = list(
  'reward_summaries',
  2,
  { epoch: 'integer', market: 'name', asset: 'name', type: 'name', amount: 'text' },
  {
    key: ['epoch', 'market', 'asset', 'type'],
    fixed: ['at', 'pos'],
    indexes: [['asset', 'market'], ['asset'], ['market'], []],
  },
)

export const applyRewardPayout: Projection<'REWARD_PAYOUT_EVENT'> = (event, batch) => {
  const epoch = epochOf(event)
  const market = text(event, 'market') === '!' ? '' : id(event, 'market')
  const asset = requiredName(event, 'asset')
  const key = { epoch, market, asset, type: name(event, 'rewardType', 'ACCOUNT_TYPE_UNSPECIFIED') }
  const known = batch.get(rewardSummaries, key)
  const place = batch.place(known, epoch)
  const sum = String(BigInt(known?.amount ?? '0') + BigInt(amount(event, 'amount')))
  const node = { epoch: String(epoch), assetId: asset, marketId: market, rewardType: key.type, amount: sum }
  const edge = edgeOf(rewardSummaries, place, node)
  batch.put(rewardSummaries, { ...key, amount: sum, ...place, edge })
}

/** The payout has its epoch in a text field. */
function epochOf(event: Message<'vega.events.v1.RewardPayoutEvent'>): bigint {
  const epoch = BigInt(amount(event, 'epochSeq'))
  if (epoch >= 2n ** 63n) throw new MalformedEvent(`epochSeq must be an epoch, not ${epoch}`)
  return epoch
}
