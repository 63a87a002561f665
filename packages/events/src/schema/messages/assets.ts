import type { Messages } from '../definition.ts'

/** Assets. */
export const assets = {
  'vega.Asset': {
    id: [1, 'string'],
    details: [2, 'vega.AssetDetails'],
    status: [3, 'vega.Asset.Status'],
  },
  'vega.AssetDetails': {
    name: [1, 'string'],
    symbol: [2, 'string'],
    decimals: [4, 'uint64'],
    quantum: [5, 'string'],
    builtin_asset: [101, 'vega.BuiltinAsset', 'oneof source'],
    erc20: [102, 'vega.ERC20', 'oneof source'],
  },
  'vega.BuiltinAsset': { max_faucet_amount_mint: [1, 'string'] },
  'vega.ERC20': {
    contract_address: [1, 'string'],
    lifetime_limit: [2, 'string'],
    withdraw_threshold: [3, 'string'],
    chain_id: [4, 'string'],
  },
} as const satisfies Messages
