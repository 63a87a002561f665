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
  /** True in isolated margin mode, where open orders have their own margin account. */
  readonly isolatedMargin: boolean
  /** Accepted stake without pending unlinks, in the staking asset's 18 decimals. */
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
  /** Maximum total deposits of a party on this network, in whole units. It rises from time to time. */
  lifetimeLimit: number
}

/** States of a market, in the order of its life. It alternates between ACTIVE and SUSPENDED. */
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
  /** The previous state, if it changed in this block. */
  left: MarketState | undefined
  /** Block height of the next change of state. */
  changesAt: number
  /** Mid price, an integer scaled by the market's decimals. */
  price: number
  /** Number of auctions so far, which is the batch number of the book. */
  auctions: number
  /** Notional taker volume of each party in the current epoch, in quantum units. */
  readonly takerVolume: Map<Party, number>
}

/** Returns true if a market accepts orders but does not trade continuously. */
export function inAuction(market: Market): boolean {
  return market.state === 'PENDING' || market.state === 'SUSPENDED'
}

/** Converts whole units (up to three decimal places) to an integer scaled by the asset's decimals (at least three). */
export function amountOf(asset: Asset, units: number): bigint {
  return BigInt(Math.round(units * 1000)) * 10n ** BigInt(asset.decimals - 3)
}
