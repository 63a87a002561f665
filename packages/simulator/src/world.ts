import { restore } from './accounts.ts'
import type { Block } from './block.ts'
import type { Asset, Earlier, Holder, Market, Party } from './model.ts'
import { OrderBooks } from './order-books.ts'
import { DenseRandom, idOf, Random } from './random.ts'

/** Options of {@link simulate}. */
export interface SimulateOptions {
  /** Any integer. The same seed and options give the same bytes. */
  readonly seed: number
  /** Number of blocks to write, about one second apart. */
  readonly blocks: number
  /** Multiplies parties, markets and activity. 1 is about 20 parties at the start, 6 markets, 20 events a block. */
  readonly scale: number
  /** Height of the first block, default 1: for a chain that had other blocks before. */
  readonly firstHeight?: number
  /** Time of the first block, Unix nanoseconds; default 16 July 2024, 00:00 UTC. */
  readonly firstTime?: bigint
  /** Sequence of the first epoch, default 0. */
  readonly firstEpoch?: number
  /** Name of the chain, default `simulated-` and the seed. */
  readonly chain?: string
  /**
   * True for a network in which a few parties and markets have most of the records, and stay to the end. Every list has
   * a party with many pages. Default false.
   */
  readonly dense?: boolean
}

/** Parties that remain beside one of {@link Earlier}. */
const REMAINING = 8
/** Parties that never leave a dense network, at scale 1. */
const REGULARS = 4

/** The state that all kinds of records share. */
export class World {
  readonly scale: number
  /** Activity of each block: 1 is the usual one. The limits of {@link scaled} stay. */
  pace = 1
  /** Length of an epoch in blocks. */
  epochBlocks = 50
  /** Number of the oldest parties that never leave. */
  regulars: number
  /** All kinds of records, in the order of their changes in a block. */
  readonly processes: Process[] = []
  readonly assets: readonly Asset[]
  readonly parties: Party[] = []
  readonly markets: Market[] = []
  /** Markets settled in this block. */
  settled: readonly Market[] = []
  /** Requests of this block to sign a resource: its id, and the kind of signature. */
  readonly toSign: { readonly kind: string; readonly id: string }[] = []
  readonly network: Holder = { id: '*', accounts: new Map() }
  readonly books: OrderBooks
  epoch: number
  readonly #seed: number
  readonly #dense: boolean

  constructor({ seed, scale, dense = false, firstEpoch = 0 }: Omit<SimulateOptions, 'blocks'>) {
    this.scale = scale
    this.epoch = firstEpoch
    this.#seed = seed
    this.#dense = dense
    this.regulars = dense ? this.scaled(REGULARS) : 0
    this.books = new OrderBooks(this.random('order books'))
    const external = (symbol: string, decimals: number): Asset => ({
      id: idOf(symbol),
      symbol,
      decimals,
      contract: `0x${idOf(`${symbol} contract`).slice(0, 40)}`,
    })
    this.assets = [
      { id: 'VOTE', symbol: 'VOTE', decimals: 18 },
      { id: 'fBTC', symbol: 'fBTC', decimals: 8 },
      external('tUSD', 6),
      external('tEUR', 5),
    ]
  }

  asset(symbol: string): Asset {
    return this.assets.find(asset => asset.symbol === symbol)!
  }

  /** Mean number of records for each one at scale 1 and pace 1. */
  get rate(): number {
    return this.scale * this.pace
  }

  random(stream: string): Random {
    return this.#dense ? new DenseRandom(this.#seed, stream) : new Random(this.#seed, stream)
  }

  /** Adds a market, a party and its accounts, which the chain has already. Few other parties stay, so these soon act. */
  admit({ market: known, partyId, accounts }: Earlier): void {
    // It opens in the next block.
    const opens = { state: 'PENDING', changesAt: 0, left: undefined, auctions: 1 } as const
    const market: Market = { ...known, ...opens, product: 'perpetual', proposedAt: 0n, orders: [] }
    const party: Party = { id: partyId, accounts: new Map(), stake: 0n }
    for (const { owner, type, balance, isOfMarket } of accounts) {
      const account = { type, balance, asset: market.asset, market: isOfMarket ? market : undefined }
      restore(owner === '*' ? this.network : party, account)
    }
    this.markets.unshift(market)
    this.parties.splice(0, Number.POSITIVE_INFINITY, party, ...this.parties.slice(-REMAINING))
    this.regulars += 1
  }

  /** Scales a number of records at scale 1; at least one. */
  scaled(count: number): number {
    return Math.max(1, Math.round(count * this.scale))
  }
}

/** One kind of record: its changes in each block. */
export abstract class Process {
  protected readonly world: World
  protected readonly random: Random

  constructor(world: World, stream: string) {
    this.world = world
    this.random = world.random(stream)
  }

  /** Runs an action in transactions of their own: so many a block on average, at scale 1. */
  protected transact(block: Block, mean: number, action: () => void): void {
    for (let count = this.random.times(mean * this.world.rate); count > 0; count--) block.transact(action)
  }

  step?(block: Block): void
  /** Writes the effects of the end of epoch `epoch`; runs between the END event and the next START. */
  endEpoch?(block: Block, epoch: number): void
}
