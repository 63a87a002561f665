import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf'
import { type EventKind, payloads } from '@trading-network/events'
import { createEventRegistry } from '@trading-network/events/registry'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { projections } from '../../src/projections/index.ts'
import { Chain, type EventDraft, type Fields, malformed } from '../chain.ts'
import { contents } from '../contents.ts'
import { newDatabase } from '../database.ts'
import { ingestInto } from '../running.ts'

const id = fc.constantFrom(...['a', 'b', 'C'].map(digit => digit.repeat(64)))

/** Values of each type of field: usual ones, the ends of its range, and nonsense. */
const integers = [
  '0',
  '1',
  '-1',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
].concat([
  '-9223372036854775809',
  '18446744073709551615',
  '18446744073709551616',
  '4294967296',
  '1e3',
  '0x1',
  ' 1',
  '',
])
const integer = fc.oneof(
  fc.constantFrom(...integers),
  fc.constantFrom(0, 5, 2 ** 32, 2 ** 53, -1, 0.5, 1e300),
)
const texts = [
  '',
  '*',
  '!',
  'network',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\uE000\uE001',
  '\u001b[2J',
  'é',
  'e\u0301',
  "'; --",
  '1',
  '-1',
  '007',
  '0.10',
  '1e5',
  'x'.repeat(257),
  'y'.repeat(3000),
]
const string = fc.oneof(
  { weight: 3, arbitrary: id },
  fc.constantFrom(...texts),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
const wrong = fc.constantFrom<unknown>(null, [], {}, [[]], true, 7, [1])

function value({ scalar, message: type }: DescField, depth: number): fc.Arbitrary<unknown> {
  if (type) return depth > 3 ? fc.constant({}) : message(type, depth + 1)
  switch (scalar) {
    case ScalarType.BOOL:
      return fc.boolean()
    case ScalarType.STRING:
      return string
    case ScalarType.BYTES:
      return fc.oneof(string, fc.base64String({ maxLength: 8 }))
    case undefined:
      return fc.oneof(fc.integer({ min: -1, max: 12 }), string)
    default:
      return integer
  }
}

function message(type: DescMessage, depth = 0): fc.Arbitrary<Fields> {
  const fields = type.fields.map(field => {
    const usual =
      field.fieldKind === 'list' ? fc.array(value(field, depth), { maxLength: 3 }) : value(field, depth)
    return [field.name, fc.oneof({ weight: 60, arbitrary: usual }, wrong)] as const
  })
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
}

const busEvent = createEventRegistry().getMessage('vega.events.v1.BusEvent')!

const event: fc.Arbitrary<EventDraft> = fc
  .constantFrom(...[...projections.keys()].map(type => type.replace('BUS_EVENT_TYPE_', '') as EventKind))
  .chain(kind => message(busEvent.field[payloads[kind]]!.message!).map(fields => malformed([kind, fields])))

/** Returns the rows and the bad events, or the error, of an ingest that goes on after bad events. */
async function outcome(lines: readonly string[], kind?: 'sqlite'): Promise<unknown> {
  const { database, release } = await newDatabase(kind)
  try {
    const bad: string[] = []
    const onLeftOut = ({ message }: Error) => bad.push(message)
    const { checkpoint } = await ingestInto(database, lines, { partial: true, onLeftOut })
    const rows = JSON.stringify(await contents(database), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    return { bad: bad.sort(), height: checkpoint.height, rows }
  } finally {
    await release()
  }
}

const RUNS = Number(process.env.HOSTILE_RUNS ?? 10)

it('hostile events have the same outcome on both databases, row by row', async () => {
  let events = 0
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(event, { maxLength: 3 }), { minLength: 30, maxLength: 60 }),
      async drafts => {
        const chain = new Chain()
        for (const events of drafts) chain.block(...events)
        const sqlite = (await outcome(chain.lines, 'sqlite')) as { bad: string[]; height: bigint }
        expect(await outcome(chain.lines)).toEqual(sqlite)
        expect(sqlite.height).toBe(BigInt(drafts.length))
        events += drafts.flat().length
        accepted += drafts.flat().length - sqlite.bad.length
      },
    ),
    { numRuns: RUNS },
  )
  // Both outcomes are frequent, so the comparison means something.
  expect(accepted / events).toBeGreaterThan(0.1)
  expect(accepted / events).toBeLessThan(0.9)
})
