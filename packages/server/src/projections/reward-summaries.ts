import { amount, id, MalformedEvent, type Message, name, requiredId } from '../ingest/protojson.ts'
import { list } from '../store/table.ts'
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

export const rewardPayoutEvents: Projection = {
  event: 'REWARD_PAYOUT_EVENT',
  payload: 'rewardPayout',
  apply(event, batch) {
    const epoch = epochOf(event)
    const market = event.market === '!' ? '' : id(event, 'market')
    const asset = requiredId(event, 'asset')
    const key = { epoch, market, asset, type: name(event, 'rewardType', 'ACCOUNT_TYPE_UNSPECIFIED') }
    const known = batch.get(rewardSummaries, key)
    const place = batch.place(known, epoch)
    const sum = String(BigInt(known?.amount ?? '0') + BigInt(amount(event, 'amount')))
    const node = { epoch: String(epoch), assetId: asset, marketId: market, rewardType: key.type, amount: sum }
    const edge = edgeOf(rewardSummaries, place, node)
    batch.put(rewardSummaries, { ...key, amount: sum, at: place.at, pos: place.pos, edge })
  },
}

/** The payout names its epoch in a text field. */
function epochOf(event: Message): bigint {
  const epoch = BigInt(amount(event, 'epochSeq'))
  if (epoch >= 2n ** 63n) throw new MalformedEvent(`epochSeq must be an epoch, not ${epoch}`)
  return epoch
}
