import { Ledger } from './accounts.ts'
import type { Block } from './block.ts'
import type { Asset, Holder, Market, Party } from './model.ts'
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
