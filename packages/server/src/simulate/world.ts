import { Ledger } from './accounts.ts'
import type { Block } from './block.ts'
import { Random } from './random.ts'

/** Options of {@link simulate}. */
export interface SimulateOptions {
  /** Any integer. The same seed and options give the same bytes. */
  readonly seed: number
  /** Number of blocks to write, about one second apart. */
  readonly blocks: number
  /** Multiplies parties, markets and activity. 1 is about 20 parties at the start, 6 markets, 20 events a block. */
  readonly scale: number
  /** Chain id in every event; `simulated-<seed>` unless told. */
  readonly chainId?: string
}

/** One kind of record: what it keeps between blocks, and what it does in each. */
export interface Process {
  /** Writes what happens to these records in a block. */
  step?(block: Block): void
  /** Writes what the end of epoch `epoch` does to them; runs between the END event and the next START. */
  endEpoch?(block: Block, epoch: number): void
  /** Number of records in memory now: bounded, however long the run. */
  readonly live: number
}

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

/** Everything the processes share. */
export class World {
  readonly scale: number
  readonly assets: Asset[] = []
  /** Parties that trade at present; the oldest leave when newer ones have replaced them. */
  readonly parties: Party[] = []
  /** Markets that are not settled. */
  readonly markets: Market[] = []
  /** Markets settled in this very block. */
  settled: readonly Market[] = []
  readonly network: Holder = { id: '*', accounts: new Map() }
  readonly ledger = new Ledger()
  /** Sequence of the running epoch. */
  epoch = 0
  readonly #seed: number

  constructor(seed: number, scale: number) {
    this.scale = scale
    this.#seed = seed
  }

  /** The random stream of one kind of record. */
  random(stream: string): Random {
    return new Random(this.#seed, stream)
  }

  /** A number of things at scale 1, scaled: never less than one. */
  scaled(count: number): number {
    return Math.max(1, Math.round(count * this.scale))
  }
}

/** Whether a market takes orders but does not trade continuously. */
export function inAuction(market: Market): boolean {
  return market.state === 'PENDING' || market.state === 'SUSPENDED'
}

/** An amount of whole units (to three places) as an integer scaled by the asset's decimals, of which there are at least three. */
export function amountOf(asset: Asset, units: number): bigint {
  return BigInt(Math.round(units * 1000)) * 10n ** BigInt(asset.decimals - 3)
}
