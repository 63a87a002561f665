import { Amms } from './amms.ts'
import { Assets } from './assets.ts'
import { Block, SECOND } from './block.ts'
import { Epochs } from './epochs.ts'
import { Funding } from './funding.ts'
import { LiquidityProvisions } from './liquidity-provisions.ts'
import { type GivenMarket, Markets, pendingMarket } from './markets.ts'
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

/** A simulated network, block by block. */
export class Network {
  readonly #world: World
  readonly #random: Random
  readonly #chainId: string
  #height: number
  #nanos: bigint
  #isFirst = true

  constructor(options: Omit<SimulateOptions, 'blocks'>) {
    const { seed, firstHeight = 1, firstTime = FIRST_BLOCK_NANOS } = options
    const world = new World(options)
    const orders = new Orders(world, 'orders')
    // Epochs and markets run first, since other processes depend on them. Trading runs last.
    world.processes.push(
      new Epochs(world, 'epochs'),
      new Assets(world, 'assets'),
      new Markets(world, 'markets'),
      new LiquidityProvisions(world, 'liquidity provisions'),
      new NetworkAccounts(world, 'network accounts'),
      new Parties(world, 'parties'),
      new StakeLinkings(world, 'stake linkings'),
      new NodeSignatures(world, 'node signatures'),
      new Amms(world, 'amms'),
      new Funding(world, 'funding'),
      new ReferralSets(world, 'referral sets'),
      new Rewards(world, 'rewards'),
      orders,
      new StopOrders(world, 'stop orders', orders),
    )
    this.#random = world.random('blocks')
    this.#chainId = options.chain ?? `simulated-${seed}`
    this.#world = world
    this.#height = firstHeight
    this.#nanos = firstTime
  }

  /** Changes the activity of each block, where 1 is the usual one, and the length of an epoch. */
  setPace(pace: number, epochSeconds: number): void {
    Object.assign(this.#world, { pace, epochSeconds })
  }

  /** Adds a market and a party that the chain has from before. The market opens in the next block. */
  admit(market: GivenMarket, partyId: string): void {
    const { markets, parties } = this.#world
    markets.unshift(pendingMarket(market))
    parties.unshift({ id: partyId, accounts: new Map(), stake: 0n })
  }

  /**
   * Produces the next complete block.
   *
   * @param time Unix nanoseconds, if it is later than the block before; by default about a second after it
   * @param more writes further events of the block, in the epoch that it is in
   */
  nextBlock(time?: bigint, more?: (block: Block, epoch: number) => void): Block {
    const { processes } = this.#world
    if (time !== undefined) this.#nanos = time > this.#nanos ? time : this.#nanos + 1n
    else if (!this.#isFirst) this.#nanos += BigInt(this.#random.between(850_000_000, 1_150_000_000))
    const block = new Block(this.#height++, this.#nanos, this.#chainId, this.#random)
    block.emit('TIME_UPDATE', { timestamp: this.#nanos })
    if (this.#isFirst) for (const process of processes) process.start?.(block)
    this.#isFirst = false
    for (const process of processes) process.step?.(block)
    more?.(block, this.#world.epoch)
    block.end()
    return block
  }
}

/**
 * Writes the event stream of a simulated trading network: one protojson BusEvent per line, without the newline. The
 * same options give the same bytes. Memory does not grow with the number of blocks.
 */
export function* simulate(options: SimulateOptions): Generator<string> {
  const network = new Network(options)
  for (let height = 1; height <= options.blocks; height++) yield* network.nextBlock().lines
}
