import type { Messages } from '../definition.ts'

/** Liquidity provisions. */
export const liquidity = {
  'vega.LiquidityProvision': {
    id: [1, 'string'],
    party_id: [2, 'string'],
    created_at: [3, 'int64'],
    updated_at: [4, 'int64'],
    market_id: [5, 'string'],
    commitment_amount: [6, 'string'],
    fee: [7, 'string'],
    sells: [8, 'vega.LiquidityOrderReference', 'repeated'],
    buys: [9, 'vega.LiquidityOrderReference', 'repeated'],
    version: [10, 'uint64'],
    status: [11, 'vega.LiquidityProvision.Status'],
    reference: [12, 'string'],
  },
  'vega.LiquidityOrderReference': {
    order_id: [1, 'string'],
    liquidity_order: [2, 'vega.LiquidityOrder'],
  },
  'vega.LiquidityOrder': {
    reference: [1, 'vega.PeggedReference'],
    proportion: [2, 'uint32'],
    offset: [3, 'string'],
  },
} as const satisfies Messages
