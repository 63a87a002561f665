import { Block, type GivenMarket, Network, Random } from '@trading-network/simulator'
import { ExampleLife, exampleBlocks } from './example-life.ts'

const SECOND = 1_000_000_000n

/** Blocks of the past: enough for several pages in every list, few enough to be ready in seconds. */
const PAST = 2000

/**
 * A window of epochs counts back from the last one that ended. The epochs of the past end with the one of the examples, so
 * that the totals of the examples stay in their windows.
 */
const FIRST_EPOCH = 232

/** Each block after the past has fewer events than one of it, so that the database grows slowly. */
const PACE = 0.25

/** Short epochs, in seconds: who follows a summary of epochs sees the next one. */
const EPOCH_SECONDS = 30

/** The market of the examples, and a party of them. Both take part in later blocks. */
const EXAMPLE_MARKET: GivenMarket = {
  id: 'a0245abe0e871c65f7bb9be562d6f9ac7e6c4b8ded8f5c8a6c4634bc801615a2',
  code: 'ETH/USDT perpetual',
  price: 341_300_000,
  decimals: 5,
  asset: {
    id: '862351eebf34551d328c09f1c294a2095c9f9e7790193cb4b9665533af2b7559',
    symbol: 'USDT',
    decimals: 6,
    contract: '0xdac17f958d2ee523a2206206994597c13d831ec7',
  },
}
const EXAMPLE_PARTY = '37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac'

/**
 * The sample network: the blocks of the contract's examples, then a simulated past, then a block whenever one is asked
 * for.
 */
export class SampleNetwork {
  readonly #chainId: string
  readonly #simulated: Network
  readonly #life = new ExampleLife()

  /** @param now the time at the end of the past, Unix nanoseconds; by default the past follows the examples */
  constructor(chainId = 'sample-still', seed = 1, now?: bigint) {
    this.#chainId = chainId
    const last = exampleBlocks.at(-1)?.time ?? 0n
    this.#simulated = new Network({
      chain: chainId,
      seed,
      scale: 1,
      dense: true,
      firstHeight: exampleBlocks.length + 1,
      firstTime: now === undefined ? last + SECOND : now - BigInt(PAST) * SECOND,
      firstEpoch: FIRST_EPOCH,
    })
  }

  /** The events of each block up to now, as lines. */
  *past(): Generator<readonly string[]> {
    const random = new Random(0, 'examples')
    for (const [index, { time, events }] of exampleBlocks.entries()) {
      const block = new Block(index + 1, time, this.#chainId, random)
      for (const [kind, message] of events) block.emit(kind, message as object)
      block.end()
      yield block.lines
    }
    for (let n = 0; n < PAST; n++) yield this.#simulated.nextBlock().lines
    this.#simulated.setPace(PACE, EPOCH_SECONDS)
    this.#simulated.admit(EXAMPLE_MARKET, EXAMPLE_PARTY)
  }

  /** The events of the next block, as lines. From then on the party and the market of the examples take part. */
  nextBlock(time: bigint): readonly string[] {
    return this.#simulated.nextBlock(time, (block, epoch) => this.#life.step(block, epoch)).lines
  }
}
