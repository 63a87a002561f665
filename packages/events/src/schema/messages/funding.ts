import type { Messages } from '../definition.ts'

/** Funding periods of perpetual markets. */
export const funding = {
  'vega.events.v1.FundingPeriod': {
    market_id: [1, 'string'],
    seq: [2, 'uint64'],
    start: [3, 'int64'],
    end: [4, 'int64', 'optional'],
    funding_payment: [5, 'string', 'optional'],
    funding_rate: [6, 'string', 'optional'],
    internal_twap: [7, 'string', 'optional'],
    external_twap: [8, 'string', 'optional'],
  },
  'vega.events.v1.FundingPeriodDataPoint': {
    market_id: [1, 'string'],
    seq: [2, 'uint64'],
    data_point_type: [3, 'vega.events.v1.FundingPeriodDataPoint.Source'],
    price: [4, 'string'],
    timestamp: [6, 'int64'],
    twap: [7, 'string'],
  },
} as const satisfies Messages
