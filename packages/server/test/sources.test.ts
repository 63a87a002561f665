import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ingest } from '../src/ingest/ingest.ts'
import { createDatabase } from '../src/ingest/open-writer.ts'
import type { Progress } from '../src/ingest/options.ts'
import { readSource, type Source } from '../src/ingest/source.ts'
import { SqliteWriter } from '../src/store/sqlite/writer.ts'
import { Chain } from './chain.ts'
import { contents, contentsOf } from './contents.ts'
import { liquidityProvision, orderId } from './events.ts'
import { ingestInto, sourceOf } from './running.ts'
import { scratchFolder } from './scratch.ts'

const { newPath } = scratchFolder()

describe('an ingest into a full disk', () => {
  it('takes the batch back, and goes on with the same writer when there is room', async () => {
    const path = newPath()
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
    expect(await contents(path)).toEqual(await contentsOf(lines))
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
