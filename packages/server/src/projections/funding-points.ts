import { list } from '../store/tables/table.ts'
import { decimal, int64, name, requiredId, sequence } from './fields.ts'
import { edgeOf, type Projection } from './projection.ts'

/** Data points of funding periods by their own timestamp; at most one per period, source and block. */
export const fundingPoints = list(
  'funding_points',
  1,
  { market: 'name', seq: 'integer', source: 'name', block: 'integer' },
  {
    key: ['market', 'seq', 'source', 'block'],
    indexes: [['market', 'seq'], ['market', 'source'], ['market']],
    // A point never changes after its block.
    retention: { ended: 'block' },
  },
)

export const applyFundingPoint: Projection<'FUNDING_PERIOD_DATA_POINT'> = (event, batch) => {
  const key = {
    market: requiredId(event, 'marketId'),
    seq: sequence(event, 'seq'),
    source: name(event, 'dataPointType', 'SOURCE_UNSPECIFIED'),
    block: batch.time,
  }
  const at = int64(event, 'timestamp')
  // A later point of the same block replaces an earlier one that no client has seen, so its own time is the sort
  // key.
  const place = { at, pos: batch.place(batch.get(fundingPoints, key), at).pos }
  const node = {
    marketId: key.market,
    seq: String(key.seq),
    dataPointType: key.source,
    price: decimal(event, 'price'),
    timestamp: String(at),
    twap: decimal(event, 'twap'),
  }
  batch.put(fundingPoints, { ...key, ...place, edge: edgeOf(fundingPoints, place, node) })
}
