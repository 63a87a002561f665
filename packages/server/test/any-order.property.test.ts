import { sampled } from '@trading-network/test/sample'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openFiles } from '../src/ingest/files.ts'
import type { IngestOptions, Progress } from '../src/ingest/options.ts'
import { Chain, type EventDraft } from './chain.ts'
import { contents } from './contents.ts'
import { newDatabase, newPlace } from './database.ts'
import { cancelledOrders, order, orderId } from './events.ts'
import { formats } from './formats.ts'
import { ingestInto, sourceOf } from './running.ts'
import { scratchFolder } from './scratch.ts'
import { balance, balances, three } from './three-blocks.ts'

const { file } = scratchFolder()

const RUNS = sampled(40)

/** A key for each event: its place in the shuffled block, and whether a partial stream has lost it. */
const event = fc.record({ key: fc.nat(9), isLost: fc.nat(7).map(n => n === 0), kind: fc.nat(2) })
const scenario = fc.record({
  blocks: fc.array(fc.array(event, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 6 }),
  hasGenesis: fc.boolean(),
  /** The end of each file, as a share of all lines. */
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
  /** The format of each file. */
  forms: fc.array(fc.nat(formats.length - 1), { minLength: 4, maxLength: 4 }),
  /** The stop of a first run, as a share of all lines. */
  stopped: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  batchEvents: fc.integer({ min: 1, max: 20 }),
  /** Events that a source delivers again before a block ends: its first ones, and one at another place. */
  repeats: fc.array(fc.record({ first: fc.nat(8), event: fc.nat(8), at: fc.nat(8) }), { maxLength: 6 }),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never

const drafts: readonly ((number: number) => EventDraft)[] = [
  number => balance(number),
  number => order({ id: orderId(number) }),
  number => cancelledOrders({ orderIds: [orderId(number), orderId(number + 1)] }),
]

/** Returns each block in order, and shuffled; in a lossy stream both lack the lost events. */
function streamOf({ blocks, hasGenesis, repeats }: Scenario, isLossy: boolean) {
  const chain = new Chain()
  const shuffled: string[] = []
  const ordered: string[] = []
  const take = (lines: readonly string[], events: Scenario['blocks'][number]) => {
    const kept = lines
      .map((line, index) => ({ line, key: events[index % events.length]!.key * (index + 3), index }))
      // Without the begin, a block has no time.
      .filter(({ index }) => !(isLossy && index > 0 && events[index % events.length]!.isLost))
    ordered.push(...kept.map(({ line }) => line))
    const sorted = kept.toSorted((one, other) => (one.key % 7) - (other.key % 7)).map(({ line }) => line)
    const { first = 0, event = 0, at = 0 } = repeats[shuffled.length % 7] ?? {}
    // Without the last one, which may close the block.
    const again = sorted.slice(0, Math.min(first, sorted.length - 1))
    const [one = ''] = repeats.length > 0 ? sorted.slice(event % sorted.length, -1) : []
    shuffled.push(...again, ...sorted.toSpliced(Math.min(at, sorted.length - 1), 0, ...(one ? [one] : [])))
  }
  for (const [index, events] of blocks.entries()) {
    const before = chain.lines.length
    chain.block(...events.map(({ kind }, at) => drafts[kind]!(10 * index + at)))
    const lines = chain.lines.slice(before)
    // Genesis that lacks events, before a first block in another order, is a stop: they share a height.
    if (index === 0 && hasGenesis && !isLossy)
      take(
        lines.map(line => line.replaceAll(/A{63}1/gi, 'F'.repeat(64))),
        events,
      )
    take(lines, events)
  }
  return { ordered, shuffled }
}

async function ingestedBy(
  options: IngestOptions,
  ...runs: (readonly string[] | { readonly files: readonly Buffer[] })[]
) {
  const { database, release } = await newDatabase()
  try {
    let last: Progress | undefined
    for (const [run, parts] of runs.entries()) {
      const isLast = run === runs.length - 1
      const source = 'files' in parts ? await openFiles(parts.files.map(file)) : sourceOf(parts)
      // A run that is stopped does not reach the end of its input.
      const stop = new AbortController()
      const ended = async function* () {
        yield* source.records()
        if (!isLast) stop.abort()
      }
      last = await ingestInto(database, isLast ? source : { ...source, records: ended }, {
        ...options,
        signal: stop.signal,
      })
    }
    return { rows: await contents(database), last: last as Progress }
  } finally {
    await release()
  }
}

function filesOf(lines: readonly string[], { cuts, forms, repeats }: Scenario): Buffer[] {
  const ends = [...cuts.map(cut => Math.round(cut * lines.length)), lines.length].toSorted((a, b) => a - b)
  const parts = ends.map((end, index) => lines.slice(ends[index - 1] ?? 0, end))
  // A source delivers an event again in the same form.
  const formOf = (index: number) => formats[forms[repeats.length > 0 ? 0 : index]!]!
  return parts.flatMap((part, index) => (part.length > 0 ? [formOf(index)[1](part)] : []))
}

describe('any order of events within blocks, any files, any stop', () => {
  it.each([
    { name: 'a complete stream, complete', isLossy: false, partial: false },
    { name: 'a complete stream, partial', isLossy: false, partial: true },
    { name: 'a stream that lacks events, partial', isLossy: true, partial: true },
  ])('gives the rows of the stream in order ($name)', { timeout: 600_000 }, ({ isLossy, partial }) =>
    fc.assert(
      fc.asyncProperty(scenario, async given => {
        const { ordered, shuffled } = streamOf(given, isLossy)
        const { stopped, batchEvents } = given
        const files = filesOf(shuffled, given)
        const first = stopped === null ? [] : [shuffled.slice(0, Math.ceil(stopped * shuffled.length))]
        const right = await ingestedBy({ partial }, ordered)
        const { rows, last } = await ingestedBy({ partial, batchEvents }, ...first, { files })
        expect(rows).toEqual(right.rows)
        expect(last.leftOut).toBe(0)
        expect(last.checkpoint.history).toMatchObject({
          gaps: right.last.checkpoint.history.gaps,
          partialSince: isLossy ? right.last.checkpoint.history.partialSince : -1n,
        })
      }),
      { numRuns: RUNS },
    ),
  )
})

describe('a partial history', () => {
  const { lines } = three()

  it('counts an event whose block was closed without it, and tells it once', async () => {
    const database = await newPlace()
    const late = lines.toSpliced(1, 1).toSpliced(3, 0, lines[1]!, lines[1]!)
    const told: string[] = []
    const onLeftOut = ({ message }: Error) => told.push(message)
    const { leftOut, checkpoint } = await ingestInto(database, late, { partial: true, onLeftOut })
    expect(told).toEqual(['line 4: event 1-2 lies after the end of its block, which lacks it'])
    expect([await balances(database), leftOut, checkpoint.history.gaps]).toEqual([['2', '3'], 1, 1n])
  })

  it('closes its last block at the end of the input if the end of the block has arrived', async () => {
    const database = await newPlace()
    const cut = lines.toSpliced(7, 1)
    expect((await ingestInto(database, cut, { partial: true })).checkpoint).toMatchObject({
      height: 3n,
      history: { gaps: 1n },
    })
  })
})
