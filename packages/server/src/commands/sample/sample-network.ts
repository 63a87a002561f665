import { simulate } from '@trading-network/simulator'
import { Chain, type EventDraft, type Fields } from './chain.ts'
import { exampleEvents } from './example-events.ts'

const CHAIN = 'simulated-1'

/** Blocks that are simulated: enough for several pages in every list, few enough to be ready in seconds. */
const BLOCKS = 2000

/** Time of the first simulated block, Unix nanoseconds. Some examples happen before it, some after. */
const SIMULATED_FROM = 1_721_088_000_000_000_000n

/**
 * A window of epochs counts back from the last one that ended. The simulated epochs end with the one of the examples,
 * so that the totals of the examples stay in their windows.
 */
const FIRST_EPOCH = 232

/** The times of a record, Unix nanoseconds. The last one is the time of its event. */
const TIMES = ['createdAt', 'updatedAt', 'joinedAt', 'finalizedAt', 'timestamp']

/** Writes the events of the sample network: the contract's examples in blocks of their times, and a simulated network. */
export function* sampleNetwork(): Generator<string> {
  const timed = timedExamples()
  const before = chainOf(timed.filter(({ time }) => time < SIMULATED_FROM))
  yield* before.lines
  const firstHeight = Number(before.height) + 1
  let last = ''
  for (const line of simulate({ seed: 1, blocks: BLOCKS, scale: 1, firstHeight, firstEpoch: FIRST_EPOCH })) {
    if (line.includes('"timeUpdate"')) last = line
    yield line
  }
  const { timeUpdate } = JSON.parse(last) as { timeUpdate: { timestamp: string } }
  const end = new Chain(CHAIN, BigInt(timeUpdate.timestamp), before.height + BigInt(BLOCKS))
  yield* chainOf(
    timed.filter(({ time }) => time >= SIMULATED_FROM),
    end,
  ).lines
}

interface TimedEvent {
  readonly time: bigint
  readonly event: EventDraft
}

/** The examples in the order of their times. An event without a time follows the one before it. */
function timedExamples(): TimedEvent[] {
  let time = 0n
  const timed = exampleEvents().map(event => {
    time = timeOf(event) ?? time
    return { time, event }
  })
  return timed.toSorted((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0))
}

function timeOf([type, message]: EventDraft): bigint | undefined {
  const record = (type === 'STOP_ORDER' ? message.stopOrder : message) as Fields
  const times = TIMES.map(name => BigInt(String(record[name] ?? 0))).filter(time => time > 0n)
  // A pending linking has the time of the external chain only, in seconds.
  if (type === 'STAKE_LINKING') times.push(BigInt(String(record.ts)) * 1_000_000_000n)
  return times.sort((one, other) => (one < other ? -1 : 1)).at(-1)
}

/** Adds a block for each time of the events. Events before the chain get blocks of the following seconds. */
function chainOf(timed: readonly TimedEvent[], chain = new Chain(CHAIN)): Chain {
  for (const [time, events] of Map.groupBy(timed, ({ time: each }) => each)) {
    const drafts = events.map(({ event }) => event)
    if (time > chain.time) chain.blockAt(time, ...drafts)
    else chain.blocks(drafts)
  }
  return chain
}
