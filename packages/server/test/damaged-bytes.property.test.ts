import { simulate } from '@trading-network/simulator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openFiles } from '../src/ingest/files.ts'
import { newDatabase } from './database.ts'
import { framesOf, text } from './formats.ts'
import { ingestInto } from './running.ts'
import { scratchFolder } from './scratch.ts'

const { file } = scratchFolder()

/** `pnpm long faults` damages 20,000 files. */
const RUNS = Number(process.env.DAMAGED_FILES ?? 120)

const lines = [...simulate({ seed: 5, blocks: 8, scale: 1 })]
const forms = { lines: text(lines), frames: Buffer.concat(framesOf(lines)) }

/** Ingests a file, and returns the number of its events: all, and those that a projection reads. */
async function eventsOf(bytes: Buffer): Promise<[all: number, read: number]> {
  const { database, release } = await newDatabase()
  try {
    const { types, events } = await ingestInto(database, await openFiles([file(bytes)]))
    return [[...types.values()].reduce((sum, each) => sum + each, 0), events]
  } finally {
    await release()
  }
}

describe.each(Object.entries(forms))('a file of %s with a damaged byte', (_, whole) => {
  it('is an error, or has all its events', { timeout: 3_600_000 }, async () => {
    const right = await eventsOf(whole)
    expect(right[0]).toBe(lines.length)
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const damaged = Buffer.from(whole)
        damaged[at] = damaged[at]! ^ change
        const found = await eventsOf(damaged).catch((error: Error) => error)
        if (!(found instanceof Error)) expect(found).toEqual(right)
      }),
      { numRuns: RUNS / 2 },
    )
  })
})

it('a damaged type is an error', async () => {
  const damaged = Buffer.from(forms.lines)
  damaged.write('BUS_EVENT_TYPE_AC_OUNT', damaged.indexOf('BUS_EVENT_TYPE_ACCOUNT'))
  await expect(eventsOf(damaged)).rejects.toThrow('type BUS_EVENT_TYPE_AC_OUNT must not carry "account"')
})
