import { Amms } from './amms.ts'
import { Assets } from './assets.ts'
import { Block, SECOND } from './block.ts'
import { Epochs } from './epochs.ts'
import { Funding } from './funding.ts'
import { LiquidityProvisions } from './liquidity-provisions.ts'
import { Markets } from './markets.ts'
import type { Earlier } from './model.ts'
import { NetworkAccounts } from './network-accounts.ts'
import { NodeSignatures } from './node-signatures.ts'
import { Orders } from './orders.ts'
import { Parties } from './parties.ts'
import type { Random } from './random.ts'
import { ReferralSets } from './referral-sets.ts'
import { Rewards } from './rewards.ts'
import { StakeLinkings } from './stake-linkings.ts'
import { StopOrders } from './stop-orders.ts'
import { type SimulateOptions, World } from './world.ts'

/** 16 July 2024, 00:00 UTC. */
const FIRST_BLOCK_NANOS = 1_721_088_000n * SECOND

export class Network {
  readonly #world: World
  readonly #random: Random
  readonly #chainId: string
  readonly #heightBefore: number
  #height = 0
  #nanos: bigint

  constructor(options: Omit<SimulateOptions, 'blocks'>) {
    const { seed, firstHeight = 1, firstTime = FIRST_BLOCK_NANOS } = options
    const world = new World(options)
    // Epochs and markets run first, since other processes depend on them. Trading runs last.
    world.processes.push(
      new Epochs(world, 'epochs'),
      new Assets(world, 'assets'),
      new Markets(world, 'markets'),
      new NetworkAccounts(world, 'network accounts'),
      new Parties(world, 'parties'),
      new StakeLinkings(world, 'stake linkings'),
      new NodeSignatures(world, 'node signatures'),
      new LiquidityProvisions(world, 'liquidity provisions'),
      new Amms(world, 'amms'),
      new Funding(world, 'funding'),
      new ReferralSets(world, 'referral sets'),
      new Rewards(world, 'rewards'),
      new Orders(world, 'orders'),
      new StopOrders(world, 'stop orders'),
    )
    this.#random = world.random('blocks')
    this.#chainId = options.chain ?? `simulated-${seed}`
    this.#world = world
    this.#heightBefore = firstHeight - 1
    this.#nanos = firstTime
  }

  /** Changes the activity of each block, where 1 is the usual one, and the length of an epoch in blocks. */
  setPace(pace: number, epochBlocks: number): void {
    Object.assign(this.#world, { pace, epochBlocks })
  }

  /** Adds a market and a party that the chain has from before. They take part from the next block on. */
  admit(earlier: Earlier): void {
    this.#world.admit(earlier)
  }

  /**
   * Produces the next complete block.
   *
   * @param time Unix nanoseconds, if it is later than the block before; by default about a second after it
   */
  nextBlock(time?: bigint): Block {
    this.#height++
    if (time !== undefined) this.#nanos = time > this.#nanos ? time : this.#nanos + 1n
    else if (this.#height > 1) this.#nanos += BigInt(this.#random.between(850_000_000, 1_150_000_000))
    const block = new Block(this.#height, this.#heightBefore, this.#nanos, this.#chainId, this.#random)
    block.emit('TIME_UPDATE', { timestamp: this.#nanos })
    for (const process of this.#world.processes) process.step?.(block)
    block.end()
    return block
  }
}
