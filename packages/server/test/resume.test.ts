import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { simulate } from '@trading-network/simulator'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type FilesOptions, openFiles } from '../src/ingest/files.ts'
import { openWriter } from '../src/ingest/open-writer.ts'
import type { IngestOptions, Progress } from '../src/ingest/options.ts'
import type { StoredPlace } from '../src/ingest/source.ts'
import { contents, contentsOf } from './contents.ts'
import { newPlace } from './database.ts'
import { framesOf, text } from './formats.ts'
import { ingestInto } from './running.ts'
import { scratchFolder } from './scratch.ts'

const BLOCKS = 40
const lines = [...simulate({ seed: 8, blocks: BLOCKS, scale: 1 })]
const blocks = Object.values(Object.groupBy(lines, line => String(JSON.parse(line).block))) as string[][]
const linesOf = (from: number, to?: number) => blocks.slice(from, to).flat()
const frames = (some: readonly string[]) => Buffer.concat(framesOf(some))
const marked = (some: readonly string[]) => gzipSync(Buffer.concat([Buffer.from('\uFEFF'), text(some)]))
const responses = (some: readonly string[]) => text(some.map(line => `{"result":{"events":[${line}]}}`))
const whole = contentsOf(lines)

const { newPath } = scratchFolder()

const OPEN_FILES = '/proc/self/fd'

/** Returns the paths in a folder that this process has open, on Linux. */
function openIn(folder: string): string[] {
  return readdirSync(OPEN_FILES).flatMap(name => {
    // The list itself is open while it is read.
    if (!existsSync(join(OPEN_FILES, name))) return []
    const path = readlinkSync(join(OPEN_FILES, name))
    return path.startsWith(folder) ? [path] : []
  })
}

async function storedPlace(database: string): Promise<StoredPlace> {
  const writer = await openWriter(database)
  const { place, hashes } = writer.checkpoint()
  await writer.close()
  if (!place) throw new Error('no block of a file is stored')
  return { ...place, hash: hashes.at(-1) as string }
}

/** Returns a folder with these files. */
function folderOf(files: Readonly<Record<string, Uint8Array>>): string {
  const folder = newPath()
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** Ingests paths, and returns the progress with the warnings. */
async function run(database: string, paths: string[], options: FilesOptions = {}) {
  const warnings: string[] = []
  const source = await openFiles(paths, { onWarning: warning => warnings.push(warning), ...options })
  const progress: Progress = await ingestInto(database, source)
  expect(source.bytesRead()).toBe(source.size)
  return { progress, warnings }
}

async function expectWhole(database: string): Promise<void> {
  expect(await contents(database)).toEqual(await whole)
}

describe('an ingest that has stored a part of a file', () => {
  it.each([
    ['lines', 'events.ndjson', text],
    ['lines after a byte order mark, gzip', 'events.ndjson.gz', marked],
    ['responses', 'events.ndjson', responses],
    ['frames', 'events.evts', frames],
    ['frames, zstd', 'events.evts.zst', (some: readonly string[]) => zstdCompressSync(frames(some))],
  ])('begins at the last stored block of %s', async (_, name, packed) => {
    const database = await newPlace()
    const folder = folderOf({ [name]: packed(linesOf(0, 25)) })
    await run(database, [folder])
    const stored = await run(database, [folder])
    // The end of the last block proves the place.
    expect(stored).toMatchObject({ progress: { blocks: 0, skipped: 0, records: 1 }, warnings: [] })
    writeFileSync(join(folder, name), packed(lines))
    const rest = await run(database, [folder])
    expect(rest.progress).toMatchObject({ blocks: BLOCKS - 25, records: 1 + linesOf(25).length })
    await expectWhole(database)
  })

  it('does not read the files before it again', async () => {
    const database = await newPlace()
    const folder = folderOf({
      '8.ndjson.gz': gzipSync(text(linesOf(0, 10))),
      '9.ndjson': text(linesOf(10, 20)),
    })
    await run(database, [folder])
    writeFileSync(join(folder, '8.ndjson.gz'), 'oops')
    writeFileSync(join(folder, '10.ndjson'), text(linesOf(20)))
    expect((await run(database, [folder])).progress.records).toBe(1 + linesOf(20).length)
    await expectWhole(database)
  })

  it.each([
    ['a file', (folder: string) => join(folder, 'events.ndjson')],
    ['a folder', (folder: string) => folder],
  ])('begins there when it follows %s, also after a restart', async (_, followed) => {
    const database = await newPlace()
    const folder = folderOf({ 'events.ndjson': text(linesOf(0, 15)) })
    const followTo = async (height: number) => {
      const stop = new AbortController()
      const source = await openFiles([followed(folder)], { follow: true, signal: stop.signal })
      const options: IngestOptions = {
        signal: stop.signal,
        onCommit: ({ checkpoint }) => checkpoint.height >= height && stop.abort(),
      }
      return ingestInto(database, source, options)
    }
    const heightOf = (block: readonly string[] = []) => Number(JSON.parse(block.at(-1) ?? '').endBlock.height)
    await followTo(heightOf(blocks[14]))
    writeFileSync(join(folder, 'events.ndjson'), text(linesOf(15)), { flag: 'a' })
    const { records, blocks: stored, skipped } = await followTo(heightOf(blocks[BLOCKS - 1]))
    // The first record is the end of the last stored block.
    expect({ records, stored, skipped }).toEqual({
      records: 1 + linesOf(15).length,
      stored: BLOCKS - 15,
      skipped: 0,
    })
    await expectWhole(database)
  })

  // Linux lists the open files of a process. A lost one stays open until the collector finds it; then Node warns or ends.
  it.runIf(existsSync(OPEN_FILES)).for([
    ['reads', 'before the first record', 1],
    ['reads', 'later', 2],
    ['follows', 'before the first record', 1],
    ['follows', 'later', 2],
  ] as const)('has only the file open that it %s, and none after it stops %s', async ([verb, , batches]) => {
    const database = await newPlace()
    const folder = folderOf({ 'events.ndjson': text(linesOf(0, 15)) })
    await run(database, [folder])
    writeFileSync(join(folder, 'events.ndjson'), text(linesOf(15)), { flag: 'a' })
    const collected = vi.fn()
    process.on('warning', collected)
    onTestFinished(() => void process.off('warning', collected))
    const stop = new AbortController()
    const source = await openFiles([folder], { follow: verb === 'follows', signal: stop.signal })
    const records = source.records(await storedPlace(database))[Symbol.asyncIterator]()
    for (let batch = 0; batch < batches; batch += 1) expect((await records.next()).done).toBe(false)
    expect(openIn(folder).length).toBeLessThanOrEqual(1)
    stop.abort()
    // The signal may end the records with an error.
    await records.return?.().catch(() => undefined)
    await expect.poll(() => openIn(folder)).toEqual([])
    expect(collected).not.toHaveBeenCalled()
  })

  it('finds a file that was renamed by rotation, or compressed', async () => {
    const database = await newPlace()
    const folder = folderOf({ 'events.ndjson': text(linesOf(0, 10)) })
    const path = join(folder, 'events.ndjson')
    await run(database, [path])
    writeFileSync(path, text(linesOf(10, 12)), { flag: 'a' })
    renameSync(path, `${path}.1`)
    writeFileSync(path, text(linesOf(12, 20)))
    const { progress, warnings } = await run(database, [`${path}.1`, path])
    expect(progress.records).toBe(1 + linesOf(10, 20).length)
    expect(warnings).toEqual([])
    writeFileSync(`${path}.gz`, gzipSync(text([...linesOf(12, 20), ...linesOf(20)])))
    expect((await run(database, [`${path}.gz`])).progress.records).toBe(1 + linesOf(20).length)
    await expectWhole(database)
  })

  it('begins at no end of another block, whose place it is by chance', async () => {
    const database = await newPlace()
    const path = join(folderOf({ 'events.ndjson': text(linesOf(0, 20)) }), 'events.ndjson')
    await run(database, [path])
    const { offset } = await storedPlace(database)
    const before = text(linesOf(20, 23).slice(0, -1))
    const padding = Buffer.from(`${' '.repeat(offset - before.length - 1)}\n`)
    writeFileSync(path, Buffer.concat([before, padding, text(linesOf(22, 23).slice(-1))]))
    const { progress, warnings } = await run(database, [path])
    expect(progress.blocks).toBe(3)
    expect(warnings).toEqual([expect.stringContaining('does not have the last stored block at its place')])
  })

  it('names lines by their number in the whole file', async () => {
    const database = await newPlace()
    const path = join(folderOf({ 'events.ndjson': text(linesOf(0, 20)) }), 'events.ndjson')
    await run(database, [path])
    writeFileSync(path, text([...linesOf(0, 30), 'oops']))
    await expect(run(database, [path])).rejects.toThrow(
      `line ${linesOf(0, 30).length + 1}: not a JSON object`,
    )
  })
})
