import { idOf } from './chance.ts'
import type { Draft, Moment } from './events.ts'
import { MARKETS, PER_BLOCK, PERIOD_BLOCKS } from './population.ts'

/** The number of orders that a network of so many blocks has; their identifiers are those of the numbers below. */
const before = (block: number) => block * PER_BLOCK.orders

/** New orders, new versions of some earlier ones, and the funding points of the block. */
export function* orders(moment: Moment): Generator<Draft> {
  for (let number = before(moment.block); number < before(moment.block + 1); number += 1)
    yield order(moment, number, 1)
  for (let count = 0; count < PER_BLOCK.amendments; count += 1)
    yield order(moment, moment.chance.below(before(moment.block + 1)), 2)
  for (let number = 0; number < PER_BLOCK.fundingPoints; number += 1) yield fundingPoint(moment, number)
}

function order({ block, time, chance }: Moment, number: number, version: number): Draft {
  const size = String(1 + chance.below(1_000_000))
  return [
    'ORDER',
    'order',
    {
      id: idOf('order', number),
      marketId: idOf('market', number % MARKETS),
      partyId: idOf('party', number % 1000),
      side: chance.of(['SIDE_BUY', 'SIDE_SELL']),
      price: String(1_000_000 + chance.below(9_000_000)),
      size,
      remaining: size,
      timeInForce: chance.of(['TIME_IN_FORCE_GTC', 'TIME_IN_FORCE_IOC', 'TIME_IN_FORCE_GTT']),
      type: 'TYPE_LIMIT',
      createdAt: String(time),
      status: chance.of(['STATUS_ACTIVE', 'STATUS_FILLED', 'STATUS_CANCELLED']),
      reference: `${block}-${number}`,
      version: String(version),
      batchId: '1',
      ...(version > 1 && { updatedAt: String(time) }),
    },
  ]
}

/** One per market, of either source: a market has no more than one of a source in a block. */
function fundingPoint({ block, time, chance }: Moment, market: number): Draft {
  return [
    'FUNDING_PERIOD_DATA_POINT',
    'fundingPeriodDataPoint',
    {
      marketId: idOf('market', market),
      seq: String(1 + Math.floor(block / PERIOD_BLOCKS)),
      dataPointType: chance.fraction() < 0.8 ? 'SOURCE_EXTERNAL' : 'SOURCE_INTERNAL',
      price: String(1_000_000 + chance.below(9_000_000)),
      timestamp: String(time),
      twap: String(1_000_000 + chance.below(9_000_000)),
    },
  ]
}
