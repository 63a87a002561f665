/** An account's identity within its holder, and its balance scaled by the asset's decimals. */
export interface Account {
  readonly id: string
  balance: bigint
}

/** An owner of accounts: a party, a party derived by an AMM, or the network itself (`*`). */
export interface Holder {
  readonly id: string
  /** Keyed by type, asset and market. */
  readonly accounts: Map<string, Account>
}

/** A trader. */
export interface Party extends Holder {
  /** In isolated margin mode, so that open orders have a margin account of their own. */
  readonly isolatedMargin: boolean
  /** Accepted stake not asked back yet, in the staking asset's 18 decimals. */
  stake: bigint
}

/** An asset. */
export interface Asset {
  readonly id: string
  readonly symbol: string
  /** Decimal places of its amounts. */
  readonly decimals: number
  /** Contract on the external chain; undefined for an asset the network mints itself. */
  readonly contract: string | undefined
  /** Most that a party may hold over its life on this network; raised now and then. Whole units. */
  lifetimeLimit: number
}

/** States of a market, in the order of its life; it goes back and forth between ACTIVE and SUSPENDED. */
export type MarketState = 'PROPOSED' | 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'SETTLED'

/** A market. */
export interface Market {
  readonly id: string
  readonly code: string
  readonly product: 'future' | 'perpetual' | 'spot'
  /** Settlement asset, or the quote asset of a spot market. */
  readonly asset: Asset
  readonly decimals: number
  readonly proposedAt: string
  state: MarketState
  /** The state it had before this block, when it changed in this block. */
  left: MarketState | undefined
  /** Block height of the next change of state. */
  changesAt: number
  /** Mid price, an integer scaled by the market's decimals. */
  price: number
  /** Auctions so far: the number of the book's batch. */
  auctions: number
  /** Notional volume in quantum units that each party took in the running epoch. */
  readonly takerVolume: Map<Party, number>
}

/** Whether a market takes orders but does not trade continuously. */
export function inAuction(market: Market): boolean {
  return market.state === 'PENDING' || market.state === 'SUSPENDED'
}

/** An amount of whole units (to three places) as an integer scaled by the asset's decimals, of which there are at least three. */
export function amountOf(asset: Asset, units: number): bigint {
  return BigInt(Math.round(units * 1000)) * 10n ** BigInt(asset.decimals - 3)
}
