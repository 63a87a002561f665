import { readFileSync } from 'node:fs'
import { frameOfLine } from '@trading-network/events'
import { simulate } from '@trading-network/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFiles } from '../src/ingest/files.ts'
import { QuarantineFile } from '../src/ingest/quarantine-file.ts'
import { contents } from './contents.ts'
import { newDatabase } from './database.ts'
import { ingestInto } from './running.ts'
import { scratchFolder } from './scratch.ts'

const { newPath, file } = scratchFolder()

const lines = [...simulate({ seed: 12, blocks: 30, scale: 1 })]
const blocks = Object.values(Object.groupBy(lines, line => String(JSON.parse(line).block))) as string[][]
/** Index of the bad block; its height is one more. */
const BAD = 12
const bad = blocks[BAD] as string[]
const bytes = (some: readonly string[]) => Buffer.from(some.map(line => `${line}\n`).join(''))
const without = (...indexes: number[]) =>
  blocks.flatMap((block, index) => (indexes.includes(index) ? [block[0]!, block.at(-1)!] : block))
const withBad = (block: readonly string[]) => bytes(blocks.with(BAD, [...block]).flat())

async function newPlace(): Promise<string> {
  const { database, release } = await newDatabase()
  onTestFinished(release)
  return database
}

/** Ingests a file with a quarantine, twice, and returns the database and the blocks set aside. */
async function ingested(content: Buffer, options: { batchEvents?: number } = {}) {
  const database = await newPlace()
  const path = file(content)
  const quarantine = new QuarantineFile(newPath())
  const onAside = quarantine.add.bind(quarantine)
  const progress = await ingestInto(database, await openFiles([path]), { ...options, onAside })
  // A run that begins in the middle, and one that reads all again, find nothing new.
  await ingestInto(database, await openFiles([path]), { onAside })
  await ingestInto(database, await openFiles([file(content)]), { onAside })
  const text = readFileSync(quarantine.path, 'utf8')
  return {
    database,
    progress,
    aside: text
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line)),
  }
}

/**
 * Expects the rows that a stream gives whose bad blocks have no events. The time and hash of a block may be unknown.
 */
async function expectWithout(database: string, ...indexes: number[]): Promise<void> {
  const expected = await newPlace()
  await ingestInto(expected, without(...indexes), { partial: true })
  const rows = async (of: string) =>
    JSON.stringify(await contents(of), (_, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(await rows(database)).toBe(await rows(expected))
}

const account = bad.findIndex(line => line.includes('"account"'))
const wrongBalance = bad.with(account, bad[account]!.replace(/"balance":"[^"]*"/, '"balance":"-1"'))
const oops = bad.with(3, 'oops')
const notUtf8 = (() => {
  const content = withBad(bad)
  content[bytes(blocks.slice(0, BAD).flat()).length + 20] = 0xff
  return content
})()

describe('a quarantine', () => {
  it.each([
    ['a value is wrong', withBad(wrongBalance), 'balance must be'],
    ['a line is no JSON', withBad(oops), 'not a JSON object'],
    ['its begin is no JSON', withBad(bad.with(0, 'oops')), 'not a JSON object'],
    ['its end is no JSON', withBad(bad.with(-1, 'oops')), 'not a JSON object'],
    ['text is not UTF-8', notUtf8, 'not UTF-8, at byte 21'],
    ['two of its lines are wrong', withBad(oops.with(account, wrongBalance[account]!)), 'not a JSON object'],
  ])('takes the block, and only the block, in which %s', async (_, content, reason) => {
    const { database, progress, aside } = await ingested(content)
    expect(progress).toMatchObject({ aside: 1, checkpoint: { height: 30n } })
    expect(aside).toEqual([
      {
        blocks: [String(BAD + 1)],
        hash: expect.any(String),
        reason: expect.stringContaining(reason),
        records: expect.any(Array),
      },
    ])
    expect(aside[0].records).toHaveLength(bad.length)
    await expectWithout(database, BAD)
  })

  it.each([1, 200, 100_000])('takes several blocks, with %i events in a batch', async batchEvents => {
    const spoil = (block: readonly string[]) => {
      const at = block.findIndex(line => line.includes('"account"'))
      return block.with(at, block[at]!.replace(/"balance":"[^"]*"/, '"balance":7'))
    }
    const content = bytes(
      blocks.flatMap((block, index) => ([5, 6, 20].includes(index) ? spoil(block) : block)),
    )
    const { database, aside } = await ingested(content, { batchEvents })
    expect(aside.flatMap(({ blocks }) => blocks).sort()).toEqual(['21', '6', '7'])
    await expectWithout(database, 5, 6, 20)
  })

  it('keeps the frames of an event file', async () => {
    const frames = lines.map((line, index) => frameOfLine(line, BigInt(index + 1)))
    const at = blocks.slice(0, BAD).flat().length + account
    // The payload of the account is cut short.
    frames[at]!.fill(0xff, frames[at]!.length - 10)
    const { database, aside } = await ingested(Buffer.concat(frames))
    expect(aside).toMatchObject([{ blocks: [String(BAD + 1)], records: { length: bad.length } }])
    expect(aside[0].records[0]).toEqual({ frame: expect.any(String) })
    await expectWithout(database, BAD)
  })

  it('takes a line with two ends of blocks in it with both blocks', async () => {
    const whole = (index: number) => `{"result":{"events":[${blocks[index]!.join()}]}}`
    const cut = `{"result":{"events":[${[...blocks[BAD]!, ...blocks[BAD + 1]!].join().replace('"id":', '"id":5,"x":')}`
    const content = bytes(
      blocks.flatMap((_, index) => (index === BAD ? cut : index === BAD + 1 ? [] : whole(index))),
    )
    await expect(ingested(content)).rejects.toThrow('which cannot be all of them')
    const one = bytes(blocks.map((_, index) => (index === BAD ? whole(index).slice(0, -2) : whole(index))))
    const { database, aside } = await ingested(one)
    expect(aside).toMatchObject([{ blocks: [String(BAD + 1)], hash: '', records: { length: 1 } }])
    await expectWithout(database, BAD)
  })

  it('takes damaged records between two blocks without a block', async () => {
    const content = bytes([
      ...lines.slice(0, blocks.slice(0, BAD).flat().length),
      'oops',
      ...blocks.slice(BAD).flat(),
    ])
    const { database, progress, aside } = await ingested(content)
    expect(progress.aside).toBe(0)
    expect(aside).toEqual([{ blocks: [], hash: '', reason: expect.any(String), records: [{ line: 'oops' }] }])
    await expectWithout(database)
  })

  it('does not take missing blocks or events, another chain, or another history', async () => {
    const missing = bytes(blocks.toSpliced(BAD, 1).flat())
    await expect(ingested(missing)).rejects.toThrow('does not follow block 12')
    const incomplete = ingested(withBad(bad.toSpliced(2, 1)))
    await expect(incomplete).rejects.toThrow('event 3 of its block is missing')
    const chain = bytes(
      lines.map((line, index) => (index < 500 ? line : line.replace(/"chainId":"[^"]*"/, '"chainId":"x"'))),
    )
    await expect(ingested(chain)).rejects.toThrow('it is of chain x, not simulated-12')
    const gap = bytes(['oops', ...blocks.slice(BAD).flat()])
    await expect(ingested(bytes([...blocks.slice(0, 5).flat(), gap.toString()]))).rejects.toThrow(
      'which cannot be all of them',
    )
  })
})
