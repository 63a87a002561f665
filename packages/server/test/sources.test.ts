import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { simulate } from '@trading-network/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFiles } from '../src/ingest/files.ts'
import { ingest, type Progress } from '../src/ingest/ingest.ts'
import { createDatabase } from '../src/ingest/open-writer.ts'
import { readSource, type Source } from '../src/ingest/source.ts'
import { SqliteWriter } from '../src/store/sqlite/writer.ts'
import { Chain } from './chain.ts'
import { contents } from './contents.ts'
import { liquidityProvision, orderId } from './events.ts'
import { ingestInto, sourceOf, textsOf } from './running.ts'
import { scratchFolder } from './scratch.ts'

const { folder, newPath, file } = scratchFolder()

async function linesOf(path: string): Promise<string[]> {
  const lines: string[] = []
  for await (const some of (await openFiles([path])).records()) lines.push(...textsOf(some))
  return lines
}

const lines = [...simulate({ seed: 1, blocks: 150, scale: 1 })]
const text = `${lines.join('\n')}\n`

describe('a source of events', () => {
  it('knows its size and how much of it was read', async () => {
    const source = await openFiles([file(text)])
    expect(source.bytesRead()).toBe(0)
    for await (const some of source.records())
      if (textsOf(some).length > 0) expect(source.bytesRead()).toBeGreaterThan(0)
    expect(source.bytesRead()).toBe(source.size)
  })

  it('says which file cannot be read, and why', async () => {
    await expect(openFiles([join(folder, 'absent.ndjson')])).rejects.toThrow(
      /absent\.ndjson cannot be read: there is no such file/,
    )
    const notText = file(Buffer.from([0xff, 0xfe, 0x0a]))
    await expect(linesOf(notText)).rejects.toThrow(`${notText} cannot be read: it is of another format`)
    const damaged = ingestInto(newPath(), await openFiles([file(Buffer.from([0x7b, 0xff, 0xfe, 0x0a]))]))
    await expect(damaged).rejects.toThrow('line 1: it has text that is not UTF-8, at byte 2')
  })
})

describe('an ingest from a source that breaks off', () => {
  it('stores the whole blocks that came, and goes on from there with the whole file', async () => {
    const zipped = gzipSync(text)
    const database = newPath()
    const cut = file(zipped.subarray(0, zipped.length >> 1))
    await expect(ingestInto(database, await openFiles([cut]))).rejects.toThrow(
      `${cut} breaks off: unexpected end`,
    )
    const { blocks, skipped, checkpoint } = await ingestInto(database, await openFiles([file(zipped)]))
    expect(skipped).toBeGreaterThan(10)
    expect(blocks + skipped).toBe(150)
    expect(checkpoint.height).toBe(150n)
  })
})

describe('an ingest into a full disk', () => {
  it('takes the batch back, and goes on with the same writer when there is room', async () => {
    const [path, whole] = [newPath(), newPath()]
    // Enough to exceed the limit of pages, with nothing written before the commit.
    const drafts = Array.from({ length: 300 }, (_, number) => liquidityProvision({ id: orderId(number) }))
    const { lines } = new Chain().blocks(drafts)
    const sqlite = createDatabase(path)
    const writer = new SqliteWriter(sqlite)
    sqlite.exec('PRAGMA max_page_count = 1')
    await expect(ingest(sourceOf(lines), writer)).rejects.toThrow('make room on its disk')
    expect(writer.checkpoint().height).toBe(-1n)
    sqlite.exec('PRAGMA max_page_count = 1000000')
    await ingest(sourceOf(lines), writer)
    writer.close()
    await ingestInto(whole, lines)
    expect(await contents(path)).toEqual(await contents(whole))
  })
})

describe('an ingest of a feed', () => {
  const chain = new Chain().block(liquidityProvision({})).block(liquidityProvision({}))
  const feed = (lines: () => AsyncGenerator<string[]>): Source => ({
    name: 'feed',
    isLive: true,
    bytesRead: () => 0,
    records: lines,
  })

  it('stores what has come when the feed pauses', async () => {
    const stored = Promise.withResolvers<Progress>()
    const whole = await ingestInto(
      newPath(),
      feed(async function* () {
        yield chain.lines.slice(0, 4)
        expect((await stored.promise).checkpoint.height).toBe(1n)
        yield chain.lines.slice(4)
      }),
      { onCommit: stored.resolve },
    )
    expect(whole.blocks).toBe(2)
  })

  it('stops at once when what has come cannot be stored and no more comes', async () => {
    const writer = new SqliteWriter(createDatabase(newPath()))
    onTestFinished(() => writer.close())
    writer.commit = () => {
      throw new Error('the disk is full')
    }
    const ingested = ingest(
      feed(async function* () {
        yield chain.lines.slice(0, 4)
        await new Promise(() => undefined)
      }),
      writer,
    )
    await expect(ingested).rejects.toThrow('the disk is full')
  })

  it('ends the wait for more when told to, with what has come stored', async () => {
    const stop = new AbortController()
    const input = new PassThrough()
    input.write(`${chain.lines.slice(0, 4).join('\n')}\n`)
    const progress = await ingestInto(newPath(), readSource('feed', input, stop.signal), {
      signal: stop.signal,
      onCommit: () => stop.abort(),
    })
    expect(progress).toMatchObject({ blocks: 1, unfinished: 2n })
  })

  it('stops after the lines at hand when told to', async () => {
    const stop = new AbortController()
    const progress = await ingestInto(
      newPath(),
      feed(async function* () {
        yield chain.lines.slice(0, 3)
        stop.abort()
        yield chain.lines.slice(3, 4)
        yield chain.lines.slice(4)
      }),
      { signal: stop.signal },
    )
    expect(progress).toMatchObject({ blocks: 1, unfinished: 2n })
  })
})
