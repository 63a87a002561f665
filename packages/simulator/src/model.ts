import type { Draft } from './message.ts'

/** An owner of accounts: a party, a party derived by an AMM, or the network itself (`*`). */
export interface Holder {
  readonly id: string
  readonly accounts: Map<string, Account>
}

export interface Account {
  /** Account type, without its `ACCOUNT_TYPE_` prefix. */
  readonly type: string
  readonly asset: Asset
  /** Undefined for an account that belongs to no market. */
  readonly market?: Market | undefined
  /** Scaled by the asset's decimals. */
  balance: bigint
}

export interface Party extends Holder {
  /** Accepted stake without pending unlinks, in the staking asset's 18 decimals. */
  stake: bigint
}

export interface Asset {
  readonly id: string
  readonly symbol: string
  /** Decimal places of its amounts. */
  readonly decimals: number
  /** Contract on the external chain; undefined for an asset the network mints itself. */
  readonly contract?: string
}

/** States of a market, in the order of its life. It alternates between ACTIVE and SUSPENDED. */
export type MarketState = 'PROPOSED' | 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'SETTLED'

export interface Market {
  readonly id: string
  /** The instrument. The code adds a number if the network has had a market for it. */
  readonly name: string
  readonly code: string
  readonly product: 'future' | 'perpetual' | 'spot'
  /** Settlement asset, or the quote asset of a spot market. */
  readonly asset: Asset
  readonly proposedAt: bigint
  /** Mid price, an integer scaled by {@link decimals}. */
  readonly price: number
  readonly decimals: number
  readonly orders: Order[]
  state: MarketState
  /** The previous state, if it changed in this block. */
  left: MarketState | undefined
  /** Block height of the next change of state. */
  changesAt: number
  /** Number of auctions so far, which is the batch number of the orders. */
  auctions: number
}

/** The current state of an order. Sizes and prices are integers. */
export interface Order extends Draft<'vega.Order'> {
  readonly id: string
  readonly partyId: string
  readonly size: number
  /** Visible size left to trade. */
  remaining: number
  /** One more than the number of amendments. */
  version: number
  /** `reservedRemaining` is the hidden size left. */
  readonly icebergOrder?:
    | { readonly peakSize: number; readonly minimumVisibleSize: number; reservedRemaining: number }
    | undefined
}

/** Returns true if a market accepts orders but does not trade continuously. */
export function inAuction(market: Market): boolean {
  return market.state === 'PENDING' || market.state === 'SUSPENDED'
}

/** Converts whole units (up to three decimal places) to an integer scaled by the asset's decimals (at least three). */
export function amountOf(asset: Asset, units: number): bigint {
  return BigInt(Math.round(units * 1000)) * 10n ** BigInt(asset.decimals - 3)
}
