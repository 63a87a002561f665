import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { simulate } from '@trading-network/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFiles } from '../src/ingest/files.ts'
import { ingest } from '../src/ingest/ingest.ts'
import { createDatabase, openWriter } from '../src/ingest/open-writer.ts'
import { column, contents, contentsOf } from './contents.ts'
import { ingestInto, opened, sourceOf, textsOf } from './running.ts'
import { scratchFolder } from './scratch.ts'

const { newPath, file } = scratchFolder()

const lines = [...simulate({ seed: 3, blocks: 60, scale: 1 })]
const third = Math.floor(lines.length / 3)
const part = (from: number, to?: number) => `${lines.slice(from, to).join('\n')}\n`

it('several files of events say in which of them a line is wrong, and which', async () => {
  const [good, bad] = [file(part(0, third)), file(`${lines[third]}\noops\n`)]
  const ingested = ingestInto(newPath(), await openFiles([good, bad]))
  await expect(ingested).rejects.toThrow(`${bad}, line 2: not a JSON object`)
})

describe('a file that grows', () => {
  it('in a folder know how many bytes are not read yet', async () => {
    const folder = newPath()
    mkdirSync(folder)
    const write = (name: string, content: string | Buffer) =>
      writeFileSync(join(folder, name), content, { flag: 'a' })
    const packed = gzipSync('{}\n')
    write('1.ndjson.gz', packed)
    write('2.ndjson', '{}\n')
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const source = await openFiles([folder], { follow: true, signal: stop.signal })
    expect(await source.bytesBehind?.()).toBe(packed.length + 3)
    write('10.ndjson', '{}\n')
    expect(await source.bytesBehind?.()).toBe(packed.length + 6)
    const read: string[] = []
    for await (const some of source.records()) {
      read.push(...textsOf(some))
      if (read.length < 3) continue
      expect(await source.bytesBehind?.()).toBe(0)
      write('10.ndjson', '{}\n')
      expect(await source.bytesBehind?.()).toBe(3)
      break
    }
  })

  it('in a folder is followed by the next file by name, with a block that is cut in between', async () => {
    const folder = newPath()
    mkdirSync(folder)
    const write = (name: string, from: number, to?: number) =>
      writeFileSync(join(folder, name), part(from, to), { flag: 'a' })
    write('1.ndjson', 0, 10)
    write('2.ndjson', 10, third)
    const stop = new AbortController()
    const database = newPath()
    const ingested = openFiles([folder], { follow: true, signal: stop.signal }).then(source =>
      ingestInto(database, source, { signal: stop.signal }),
    )
    await expect.poll(() => heights(database)).toHaveLength(1)
    write('2.ndjson', third, third + 5)
    write('10.ndjson', third + 5)
    await expect.poll(() => heights(database)).toEqual(['60'])
    stop.abort()
    await ingested
    expect(await contents(database)).toEqual(await contentsOf(lines))
  })
})

/** Returns the height of the checkpoint; none without one. */
const heights = (database: string) => column(database, 'checkpoint', 'height').catch(() => [])

describe('the end of an ingest beside a reader', () => {
  it('leaves all blocks in the file itself, so that a copy of it has them', async () => {
    const [path, copy] = [newPath(), newPath()]
    createDatabase(path).close()
    const { network } = await opened(path)
    await network.head()
    await new Promise(setImmediate)
    await ingestInto(path, lines)
    expect(statSync(`${path}-wal`).size).toBe(0)
    copyFileSync(path, copy)
    expect(await contents(copy)).toEqual(await contentsOf(lines))
  })

  it('says so while a long reader keeps it from that', async () => {
    const path = newPath()
    createDatabase(path).close()
    const reader = new DatabaseSync(path, { readOnly: true })
    onTestFinished(() => reader.close())
    reader.exec('BEGIN; SELECT * FROM checkpoint')
    reader.prepare('SELECT * FROM checkpoint').all()
    const warnings: string[] = []
    const writer = await openWriter(path, { warn: message => void warnings.push(message) })
    await ingest(sourceOf(lines), writer)
    await writer.close()
    expect(warnings).toEqual([expect.stringContaining('copy both')])
  })
})
