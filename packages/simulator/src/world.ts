import type { Block } from './block.ts'
import type { Holder, Market, Party } from './model.ts'
import { Random } from './random.ts'

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
   * True for a network in which a few parties and markets have most of the records. Every list has a party with many
   * pages. Default false.
   */
  readonly dense?: boolean
}

/** The state that all kinds of records share. */
export class World {
  readonly scale: number
  /** Activity of each block: 1 is the usual one. The limits of {@link scaled} stay. */
  pace = 1
  /** Minimum length of an epoch; it ends with the first block after that. */
  epochSeconds = 50
  /** All kinds of records, in the order of their changes in a block. */
  readonly processes: Process[] = []
  readonly parties: Party[] = []
  readonly markets: Market[] = []
  /** Markets settled in this block. */
  settled: readonly Market[] = []
  /** Requests of this block to sign a resource: its id, and the kind of signature. */
  readonly toSign: { readonly kind: string; readonly id: string }[] = []
  readonly network: Holder = { id: '*', accounts: new Map() }
  epoch: number
  readonly #seed: number
  readonly #dense: boolean

  constructor({ seed, scale, dense = false, firstEpoch = 0 }: Omit<SimulateOptions, 'blocks'>) {
    this.scale = scale
    this.epoch = firstEpoch
    this.#seed = seed
    this.#dense = dense
  }

  /** Mean number of records for each one at scale 1 and pace 1. */
  get rate(): number {
    return this.scale * this.pace
  }

  random(stream: string): Random {
    return new Random(this.#seed, stream, this.#dense)
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

  /** Writes the state of a new network into its first block, before the changes of that block. */
  start?(block: Block): void
  step?(block: Block): void
  /** Writes the effects of the end of epoch `epoch`; runs between the END event and the next START. */
  endEpoch?(block: Block, epoch: number): void
}
