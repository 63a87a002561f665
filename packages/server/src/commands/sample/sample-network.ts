import { simulate } from '@trading-network/simulator'
import { Chain, type EventDraft, type Fields } from './chain.ts'
import { exampleEvents } from './example-events.ts'

const CHAIN = 'simulated-1'
const SECOND = 1_000_000_000n

/** Blocks that are simulated: enough for several pages in every list, few enough to be ready in seconds. */
const BLOCKS = 2000

/**
 * A window of epochs counts back from the last one that ended. The simulated epochs end before the one of the examples,
 * so that the totals of the examples stay in their windows.
 */
const FIRST_EPOCH = 232

/** Events of the examples that come at the end of their epoch. */
const AT_EPOCH_END = ['REFERRAL_SET_STATS_UPDATED', 'FEES_STATS_UPDATED', 'EPOCH_UPDATE']

/** The times of a record, Unix nanoseconds. The last one is the time of its event. */
const TIMES = ['createdAt', 'updatedAt', 'joinedAt', 'finalizedAt', 'timestamp']

/**
 * Writes the events of the sample network: the contract's examples in blocks of their times, then a simulated network, then
 * the end of the examples' epoch.
 */
export function* sampleNetwork(): Generator<string> {
  const isLate = ([type]: EventDraft) => AT_EPOCH_END.includes(type)
  const examples = exampleEvents()
  const chain = new Chain(CHAIN)
  addTimed(chain, inOrder(examples.filter(event => !isLate(event))))
  yield* chain.lines
  const firstHeight = Number(chain.height) + 1
  const firstTime = chain.time + SECOND
  const options = { seed: 1, blocks: BLOCKS, scale: 1, firstHeight, firstTime, firstEpoch: FIRST_EPOCH }
  let lastTime = ''
  for (const line of simulate(options)) {
    lastTime = /"timeUpdate":\{"timestamp":"(\d+)"/.exec(line)?.[1] ?? lastTime
    yield line
  }
  const end = new Chain(CHAIN, BigInt(lastTime), chain.height + BigInt(BLOCKS))
  // At once, so that no simulated order expires in between.
  yield* end.blockAt(end.time + 1n, ...examples.filter(isLate)).lines
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
