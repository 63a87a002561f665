import { type Earlier, Network } from '@trading-network/simulator'
import { Chain, type EventDraft, type Fields } from './chain.ts'
import { exampleEvents } from './example-events.ts'

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

/** Epochs after the past are longer, so that the totals of the examples stay in their windows for an hour. */
const EPOCH_BLOCKS = 600

/** The market and asset of the examples. The contract's examples have their ids, and events of the network their names. */
const EXAMPLE_MARKET = {
  id: 'a0245abe0e871c65f7bb9be562d6f9ac7e6c4b8ded8f5c8a6c4634bc801615a2',
  code: 'ETH/USDT perpetual',
  price: 341_300_000,
  decimals: 5,
  asset: {
    id: '862351eebf34551d328c09f1c294a2095c9f9e7790193cb4b9665533af2b7559',
    symbol: 'USDT',
    decimals: 6,
  },
}
const EXAMPLE_PARTY = '37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac'

/** The times of a record, Unix nanoseconds. The last one is the time of its event. */
const TIMES = ['createdAt', 'updatedAt', 'joinedAt', 'finalizedAt', 'timestamp']

/** The chain of the network that stands still. */
export const STILL = 'sample-still'

/**
 * The sample network: the contract's examples in blocks of their times, then a simulated past, then a block whenever one
 * is asked for.
 */
export class SampleNetwork {
  readonly #chain: Chain
  readonly #examples = exampleEvents()
  readonly #simulated: Network

  /** @param now the time at the end of the past, Unix nanoseconds; by default the past follows the examples */
  constructor(chain = STILL, seed = 1, now?: bigint) {
    this.#chain = new Chain(chain)
    addTimed(this.#chain, inOrder(this.#examples))
    this.#simulated = new Network({
      chain,
      seed,
      scale: 1,
      dense: true,
      firstHeight: Number(this.#chain.height) + 1,
      firstTime: now === undefined ? this.#chain.time + SECOND : now - BigInt(PAST) * SECOND,
      firstEpoch: FIRST_EPOCH,
    })
  }

  /** The events of all blocks up to now, as lines. */
  *past(): Generator<string> {
    yield* this.#chain.lines
    for (let n = 0; n < PAST; n++) yield* this.#simulated.nextBlock().lines
    this.#simulated.setPace(PACE, EPOCH_BLOCKS)
    this.#simulated.admit(this.#earlier())
  }

  /** The events of the next block, as lines. From then on the party and the market of the examples take part. */
  nextBlock(time: bigint): readonly string[] {
    return this.#simulated.nextBlock(time).lines
  }

  #earlier(): Earlier {
    const accounts = this.#examples.flatMap(([kind, message]) => {
      const { owner, asset, type, balance, marketId } = message as Record<string, string>
      if (kind !== 'ACCOUNT' || asset !== EXAMPLE_MARKET.asset.id || !owner || !type) return []
      if (owner !== EXAMPLE_PARTY && owner !== '*') return []
      const isOfMarket = marketId === EXAMPLE_MARKET.id
      return { owner, type: type.replace('ACCOUNT_TYPE_', ''), balance: BigInt(balance ?? 0), isOfMarket }
    })
    return { market: EXAMPLE_MARKET, partyId: EXAMPLE_PARTY, accounts }
  }
}

/** The events of the network that stands still: the same at each start. */
export function stillNetwork(): Generator<string> {
  return new SampleNetwork().past()
}

interface TimedEvent {
  readonly time: bigint
  readonly event: EventDraft
}

/** Events in the order of their times. An event without a time follows the one before it. */
function inOrder(events: readonly EventDraft[]): TimedEvent[] {
  let time = 0n
  const timed = events.map(event => {
    time = timeOf(event) ?? time
    return { time, event }
  })
  return timed.toSorted((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0))
}

function timeOf([type, message]: EventDraft): bigint | undefined {
  const record = (type === 'STOP_ORDER' ? message.stopOrder : message) as Fields
  const times = TIMES.map(name => BigInt(String(record[name] ?? 0))).filter(time => time > 0n)
  // A pending linking has the time of the external chain only, in seconds.
  if (type === 'STAKE_LINKING') times.push(BigInt(String(record.ts)) * SECOND)
  return times.sort((one, other) => (one < other ? -1 : 1)).at(-1)
}

/** Adds a block for each time of the events. Events before the chain get blocks of the following seconds. */
function addTimed(chain: Chain, timed: readonly TimedEvent[]): void {
  for (const [time, events] of Map.groupBy(timed, ({ time: each }) => each)) {
    const drafts = events.map(({ event }) => event)
    if (time > chain.time) chain.blockAt(time, ...drafts)
    else chain.blocks(drafts)
  }
}
