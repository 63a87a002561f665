import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test, vi } from 'vitest'
import { Sqlite } from './sqlite.ts'

afterEach(() => void vi.restoreAllMocks())

/** Returns the number of prepared statements after running each of these texts in order. */
function preparations(texts: readonly string[]): number {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare').mockClear()
  const sqlite = new Sqlite(new DatabaseSync(':memory:'), ':memory:', [])
  for (const text of texts) sqlite.all(text, [])
  sqlite.close()
  return prepare.mock.calls.length
}

const short = (count: number) => Array.from({ length: count }, (_, index) => `SELECT ${index}`)
const long = (count: number) =>
  Array.from({ length: count }, (_, index) => `SELECT ${index}, '${'x'.repeat(100_000)}'`)

test('a statement is prepared once', () => {
  expect(preparations([...short(900), ...short(900)])).toBe(900)
})

test('statements beyond a number are forgotten, so that no clients can fill the memory with them', () => {
  expect(preparations([...short(1100), ...short(10)])).toBe(1110)
})

test('so are those that are long together', () => {
  expect(preparations([...long(15), ...long(15)])).toBe(15)
  expect(preparations([...long(25), ...long(1)])).toBe(26)
})
