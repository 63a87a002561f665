import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { simulate } from '@trading-network/simulator'
import { expect, it, onTestFinished } from 'vitest'
import { ingest } from '../src/ingest/ingest.ts'
import { createDatabase } from '../src/ingest/open-writer.ts'
import { SqliteWriter } from '../src/store/sqlite/writer.ts'
import { Chain } from './chain.ts'
import { contents, contentsOf } from './contents.ts'
import { rewardPayout } from './events.ts'
import { Killed, mortalWriter } from './mortal-writer.ts'
import { ingestInto, sourceOf } from './running.ts'
import { scratchFolder } from './scratch.ts'

const { newPath } = scratchFolder()

const BLOCKS = 30
const lines = [...simulate({ seed: 9, blocks: BLOCKS, scale: 1 })]

// The writer syncs its log before it copies pages from there into the database. Without that, a power cut may leave a
// database that mixes pages of two times, and nothing notices.
it('waits for the disk before it changes pages of the database', () => {
  const sqlite = createDatabase(newPath())
  onTestFinished(() => sqlite.close())
  const [NORMAL, wal] = [1n, 'wal']
  expect(sqlite.first('PRAGMA synchronous', [])).toEqual([NORMAL])
  expect(sqlite.first('PRAGMA journal_mode', [])).toEqual([wal])
})

it('goes on from a whole block after a kill before any statement', async () => {
  // A payout that is applied twice counts twice.
  const { lines } = new Chain().blocks([1, 2, 3].map(number => rewardPayout({ amount: String(number) })))
  const expected = await contentsOf(lines)
  let hasEnded = false
  for (let statement = 1; !hasEnded; statement += 1) {
    const crashed = newPath()
    const writer = mortalWriter(newPath(), statement, crashed)
    const ingesting = ingest(sourceOf(lines), writer, { batchEvents: 1 })
    hasEnded = await ingesting.then(
      () => true,
      error => !(error instanceof Killed),
    )
    writer.close()
    if (hasEnded) expect(statement).toBeGreaterThan(15)
    await ingestInto(crashed, lines)
    expect(await contents(crashed)).toEqual(expected)
  }
})

it('goes on from a whole block after a power cut, wherever it cuts the log', async () => {
  const expected = await contentsOf(lines)
  const path = newPath()
  const writer = new SqliteWriter(createDatabase(path))
  await ingest(sourceOf(lines), writer, { batchEvents: 1 })
  // The copies are made before the writer ends, which would empty the log.
  const log = readFileSync(`${path}-wal`)
  const stored = new Set<number>()
  for (let part = 0; part <= 12; part += 1) {
    const cut = newPath()
    copyFileSync(path, cut)
    // The disk has a part of the log, and anything after it.
    const kept = Math.floor((log.length * part) / 12)
    writeFileSync(`${cut}-wal`, Buffer.concat([log.subarray(0, kept), Buffer.alloc(5000, part)]))
    const { blocks, skipped } = await ingestInto(cut, lines)
    expect(blocks + skipped).toBe(BLOCKS)
    stored.add(skipped)
    expect(await contents(cut)).toEqual(expected)
  }
  writer.close()
  expect(Math.min(...stored)).toBe(0)
  expect(Math.max(...stored)).toBe(BLOCKS)
  expect(stored.size).toBeGreaterThan(5)
})
