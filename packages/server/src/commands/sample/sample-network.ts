import { assetMessage, Block, Network, Random } from '@trading-network/simulator'
import { type EventDraft, EXAMPLE_MARKET, exampleEvents } from './example-events.ts'
import { ExampleLife } from './example-life.ts'

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

/** A party of the examples that takes part in later blocks. */
const EXAMPLE_PARTY = '37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac'

/** The times of a record, Unix nanoseconds. The last one is the time of its event. */
const TIMES = ['createdAt', 'updatedAt', 'joinedAt', 'finalizedAt', 'timestamp']

/** Time of the first block, Unix nanoseconds. */
const FIRST_BLOCK_TIME = 1_700_000_001_123_456_789n

/**
 * The sample network: the contract's examples in blocks of their times, then a simulated past, then a block whenever one
 * is asked for.
 */
export class SampleNetwork {
  readonly #chainId: string
  readonly #examples = exampleEvents()
  readonly #blocks = blocksOf(this.#examples)
  readonly #simulated: Network
  readonly #life = new ExampleLife(this.#examples)

  /** @param now the time at the end of the past, Unix nanoseconds; by default the past follows the examples */
  constructor(chainId = 'sample-still', seed = 1, now?: bigint) {
    this.#chainId = chainId
    const [last] = this.#blocks.at(-1) as TimedBlock
    this.#simulated = new Network({
      chain: chainId,
      seed,
      scale: 1,
      dense: true,
      firstHeight: this.#blocks.length + 1,
      firstTime: now === undefined ? last + SECOND : now - BigInt(PAST) * SECOND,
      firstEpoch: FIRST_EPOCH,
    })
  }

  /** The events of each block up to now, as lines. */
  *past(): Generator<readonly string[]> {
    const random = new Random(0, 'examples')
    for (const [index, [time, events]] of this.#blocks.entries()) {
      const block = new Block(index + 1, time, this.#chainId, random)
      if (index === 0) block.emit('ASSET', assetMessage(EXAMPLE_MARKET.asset))
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

type TimedBlock = readonly [time: bigint, events: readonly EventDraft[]]

/**
 * Returns blocks of the times of the events. An event without a time follows the one before it. Each event from before
 * the chain gets a block of the following seconds.
 */
function blocksOf(events: readonly EventDraft[]): TimedBlock[] {
  let known = 0n
  const byTime = Map.groupBy(events, event => {
    known = timeOf(event) ?? known
    return known
  })
  const blocks: TimedBlock[] = []
  let next = FIRST_BLOCK_TIME
  for (const [time, group] of [...byTime].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (time > next - SECOND) {
      blocks.push([time, group])
      next = time + SECOND
    } else
      for (const event of group) {
        blocks.push([next, [event]])
        next += SECOND
      }
  }
  return blocks
}

function timeOf([type, message]: EventDraft): bigint | undefined {
  const record = (type === 'STOP_ORDER' ? message.stopOrder : message) as Record<string, unknown>
  const times = TIMES.map(name => BigInt(String(record[name] ?? 0))).filter(time => time > 0n)
  // A pending linking has the time of the external chain only, in seconds.
  if (type === 'STAKE_LINKING') times.push(BigInt(String(record.ts)) * SECOND)
  return times.sort((one, other) => (one < other ? -1 : 1)).at(-1)
}
