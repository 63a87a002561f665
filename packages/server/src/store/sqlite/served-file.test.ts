import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createDatabase } from '../../ingest/open-writer.ts'
import { tables } from '../../projections/index.ts'
import { read } from '../reading/reading.ts'
import { genesis } from '../tables/checkpoint.ts'
import { SqliteReader } from './reader.ts'
import { SqliteWriter } from './writer.ts'

/** Runs `action` once, right after the next file is opened, before its first statement. */
function afterOpening(action: () => void): void {
  const original = DatabaseSync.prototype.exec
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(function (
    this: DatabaseSync,
    sql,
  ) {
    action()
    original.call(this, sql)
  })
  onTestFinished(() => void exec.mockRestore())
}

/** A path for a served file, and a function that puts a database of a given height there. */
function place() {
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-served-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'network.sqlite')
  const put = (height: bigint) => {
    const making = join(folder, 'making.sqlite')
    const writer = new SqliteWriter(createDatabase(making))
    writer.begin(genesis)
    writer.commit({ ...genesis, height, hashes: ['f'] }, [])
    writer.close()
    renameSync(making, path)
  }
  return { path, put }
}

/** Serves the file, with a clock that makes every request check the file. */
function served(path: string) {
  const file = new SqliteReader(path, tables)
  onTestFinished(() => file.close())
  let later = 0
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => void clock.mockRestore())
  const now = performance.now()
  return async () => {
    later += 1000
    clock.mockReturnValue(now + later)
    return (await file.answer(() => read({ text: 'SELECT 1', values: [] }))).head.height
  }
}

it('notices that a file is replaced while it is being opened', async () => {
  const { path, put } = place()
  put(1n)
  afterOpening(() => put(2n))
  const height = served(path)
  expect(await height()).toBe(2n)
})

it('notices that the next file is replaced while it is being opened', async () => {
  const { path, put } = place()
  put(1n)
  const height = served(path)
  expect(await height()).toBe(1n)
  put(2n)
  afterOpening(() => put(3n))
  await height()
  expect(await height()).toBe(3n)
})
