import type { Messages } from '../definition.ts'

/** Accounts, and automated market makers, whose derived parties own accounts. */
export const accounts = {
  'vega.Account': {
    id: [1, 'string'],
    owner: [2, 'string'],
    balance: [3, 'string'],
    asset: [4, 'string'],
    market_id: [5, 'string'],
    type: [6, 'vega.AccountType'],
  },
  'vega.events.v1.AMM': {
    id: [1, 'string'],
    party_id: [2, 'string'],
    market_id: [3, 'string'],
    amm_party_id: [4, 'string'],
    commitment: [5, 'string'],
    parameters: [6, 'vega.events.v1.AMM.ConcentratedLiquidityParameters'],
    status: [7, 'vega.events.v1.AMM.Status'],
    status_reason: [8, 'vega.events.v1.AMM.StatusReason'],
    proposed_fee: [9, 'string'],
    lower_curve: [10, 'vega.events.v1.AMM.Curve', 'optional'],
    upper_curve: [11, 'vega.events.v1.AMM.Curve', 'optional'],
    minimum_price_change_trigger: [12, 'string'],
  },
  'vega.events.v1.AMM.ConcentratedLiquidityParameters': {
    base: [1, 'string'],
    lower_bound: [2, 'string', 'optional'],
    upper_bound: [3, 'string', 'optional'],
    leverage_at_upper_bound: [4, 'string', 'optional'],
    leverage_at_lower_bound: [5, 'string', 'optional'],
    data_source_id: [6, 'string', 'optional'],
  },
  'vega.events.v1.AMM.Curve': { virtual_liquidity: [1, 'string'], theoretical_position: [2, 'string'] },
} as const satisfies Messages
