import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { fromJson, toJson } from '@bufbuild/protobuf'
import { frameOfLine } from '@trading-network/events'
import { createEventRegistry } from '@trading-network/events/registry'
import { simulate } from '@trading-network/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFiles } from '../src/ingest/files.ts'
import { contents } from './contents.ts'
import { newDatabase } from './database.ts'
import { ingestInto } from './running.ts'
import { scratchFolder } from './scratch.ts'

const { newPath, file } = scratchFolder()
const text = (lines: readonly string[]) => file(`${lines.join('\n')}\n`)

/** The rows of a new database after an ingest of files or folders. */
async function rowsOf(paths: readonly string[], warnings: string[] = []): Promise<unknown> {
  const { database, release } = await newDatabase()
  try {
    await ingestInto(database, await openFiles(paths, { onWarning: warning => warnings.push(warning) }))
    return await contents(database)
  } finally {
    await release()
  }
}

describe('a simulated network', () => {
  const lines = [...simulate({ seed: 12, blocks: 120, scale: 1 })]
  const frames = lines.map((line, index) => frameOfLine(line, BigInt(index + 1)))
  const whole = rowsOf([text(lines)])
  /** 64-bit integers of orders, times and periods. */
  const INTEGERS =
    /"(size|remaining|version|timestamp|height|seq|atEpoch|\w+At|ts|blockTime|blockHeight)":"(-?\d+)"/g
  const busEvent = createEventRegistry().getMessage('vega.events.v1.BusEvent')!

  /** The lines as @bufbuild/protobuf writes them. */
  const printed = (options: Parameters<typeof toJson>[2]) =>
    lines.map(line => JSON.stringify(toJson(busEvent, fromJson(busEvent, JSON.parse(line)), options)))
  const responses = (size: number) =>
    Array.from(
      { length: Math.ceil(lines.length / size) },
      (_, index) => `{"result":{"events":[${lines.slice(index * size, (index + 1) * size).join()}]}}`,
    )

  it.each([
    ['original field names', () => text(printed({ useProtoFieldName: true }))],
    ['numbers of enum values', () => text(printed({ enumAsInteger: true }))],
    ['default values', () => text(printed({ alwaysEmitImplicit: true }))],
    ['integers as numbers', () => text(lines.map(line => line.replaceAll(INTEGERS, '"$1":$2')))],
    ['nulls', () => text(lines.map(line => line.replaceAll(/"side":/g, '"icebergOrder":null,"side":')))],
    ['responses of the streaming API', () => text(responses(1000))],
    ['small responses of the streaming API', () => text(responses(7))],
    ['an event file', () => file(Buffer.concat(frames))],
    ['an event file, gzip', () => file(gzipSync(Buffer.concat(frames)))],
    ['an event file, zstd', () => file(zstdCompressSync(Buffer.concat(frames)))],
  ])('in %s gives the same rows', async (_, path) => {
    expect(await rowsOf([path()])).toEqual(await whole)
  })

  it('in a folder of files is read in the order of their names, numbers counted as numbers', async () => {
    const folder = await newFolder()
    const cuts = [0, 100, 777, 1000, frames.length]
    for (const [index, from] of cuts.slice(0, -1).entries())
      await writeFile(
        join(folder, `events-${index + 8}.evts`),
        Buffer.concat(frames.slice(from, cuts[index + 1])),
      )
    await writeFile(join(folder, 'README.md'), 'not events')
    expect(await rowsOf([folder])).toEqual(await whole)
    await expect(rowsOf([await newFolder()])).rejects.toThrow('has no files of events')
  })

  it('of which a file lost its end in a crash is read from the next one, which has the block again', async () => {
    const folder = await newFolder()
    const again = lines.findIndex(line => line.startsWith('{"id":"60-1"'))
    await writeFile(join(folder, '1.evts'), Buffer.concat(frames.slice(0, again + 9)).subarray(0, -5))
    await writeFile(join(folder, '2.evts'), Buffer.concat(frames.slice(again)))
    const warnings: string[] = []
    expect(await rowsOf([folder], warnings)).toEqual(await whole)
    expect(warnings).toEqual([
      `${join(folder, '1.evts')} breaks off: it ends in the middle of a frame; its last record is left out`,
    ])
    const cut = file(Buffer.concat(frames).subarray(0, -5))
    await expect(rowsOf([cut])).rejects.toThrow('it ends in the middle of a frame')
  })

  it('of which files miss events in between can be read again once the missing blocks are stored', async () => {
    const folder = await newFolder()
    const at = (id: string) => lines.findIndex(line => line.startsWith(`{"id":"${id}"`))
    await writeFile(join(folder, '1.evts'), Buffer.concat(frames.slice(0, at('30-4'))))
    await writeFile(join(folder, '2.evts'), Buffer.concat(frames.slice(at('50-4'))))
    await expect(rowsOf([folder])).rejects.toThrow('block 51 does not follow block 29')
    expect(await rowsOf([file(Buffer.concat(frames)), folder])).toEqual(await whole)
  })

  it('of which a file lost its end is not read on in the middle of the block', async () => {
    const folder = await newFolder()
    const cut = lines.findIndex(line => line.startsWith('{"id":"60-9"'))
    await writeFile(join(folder, '1.evts'), Buffer.concat(frames.slice(0, cut + 1)).subarray(0, -5))
    await writeFile(join(folder, '2.evts'), Buffer.concat(frames.slice(cut + 1)))
    await expect(rowsOf([folder])).rejects.toThrow('block 61 does not follow block 59')
  })

  it('may begin in the middle of a block', async () => {
    const from = lines.findIndex(line => line.startsWith('{"id":"60-1"'))
    const rest = await rowsOf([text(lines.slice(from))])
    expect(await rowsOf([file(Buffer.concat(frames.slice(from - 4)))])).toEqual(rest)
  })

  it('that is complete says which event is missing', async () => {
    const ingested = async (some: readonly string[]) => {
      const { database, release } = await newDatabase()
      onTestFinished(release)
      return ingestInto(database, some, { complete: true })
    }
    expect(await ingested(lines)).toMatchObject({ blocks: 120, records: lines.length })
    const at = lines.findIndex(line => line.includes('"cancelledOrders":'))
    for (const missing of [at, 500])
      await expect(ingested(lines.toSpliced(missing, 1))).rejects.toThrow(
        /event \S+ follows number .*events are missing/,
      )
    await expect(ingested(lines.toSpliced(1, 1))).rejects.toThrow(
      'line 2: event 1-3 follows number 1 of its block',
    )
  })

  async function newFolder(): Promise<string> {
    const folder = newPath()
    await mkdir(folder)
    return folder
  }
})

const events = new URL('../../../../shared/data/events/', import.meta.url)
const recorded = (name: string) => fileURLToPath(new URL(name, events))

describe.skipIf(!existsSync(events))('a recorded network (skipped without shared/data/events)', () => {
  it('gives the same rows from its event file as from lines', async () => {
    const lines = await rowsOf([recorded('smoke-test-5000.ndjson.gz')])
    expect(await rowsOf([recorded('smoketest_to_block_5000.evts.gz')])).toEqual(lines)
  })
})
