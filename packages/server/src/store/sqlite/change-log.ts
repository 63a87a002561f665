import { stateOf } from '../tables/checkpoint.ts'
import type { AnyTable } from '../tables/table.ts'
import type { Sqlite } from './sqlite.ts'

/** The values of a key as SQLite stores them, in the order of the table's `key`. */
export type StoredKey = readonly (bigint | string | Uint8Array)[]

/** Changed rows of a table by their keys, each as one text. A removal also removes the further rows of its record. */
export interface ChangedKeys {
  readonly puts: Set<string>
  readonly removals: Set<string>
}

const HOUR = 3_600_000_000_000n
/** Beyond the number of every commit. */
const ALL = 2n ** 62n

const CREATE = `CREATE TABLE IF NOT EXISTS changes
  (number INTEGER PRIMARY KEY, state TEXT NOT NULL, time INTEGER NOT NULL, keys TEXT NOT NULL)`
const NOTE = 'INSERT INTO changes (state, time, keys) VALUES (?, ?, ?)'
const NEWEST = 'SELECT number, state FROM changes ORDER BY number DESC LIMIT 1'
const AFTER = 'SELECT number, keys FROM changes WHERE number > ? ORDER BY number LIMIT 1'
/** `?1` the last commit that the mirror has, `?2` the start of the kept time. */
const PRUNE = `DELETE FROM changes WHERE number < min(?1,
  coalesce((SELECT number FROM changes WHERE time >= ?2 ORDER BY number LIMIT 1), ?1))`

/**
 * The log of changed keys, one entry per commit of the file. Copying these rows brings a mirror to the current state. An
 * entry stays until the mirror has its commit, and then for some time, since a promoted standby may lack its last blocks.
 */
export class ChangeLog {
  /** The file of the log. */
  readonly file: Sqlite
  readonly #kept: bigint
  readonly #changed = new Map<AnyTable, ChangedKeys>()
  /** The number of the last commit that the mirror has; 0 while that is unknown. */
  confirmed: bigint

  /**
   * Begins the log anew if the file has commits that are not in it: those before its first mirror.
   *
   * @param kept how long entries stay after the mirror has them, in block time; nanoseconds. Absent for an ingest without
   *   a mirror: then they stay for an hour
   */
  constructor(file: Sqlite, kept?: bigint) {
    this.file = file
    this.#kept = kept ?? HOUR
    this.confirmed = kept === undefined ? ALL : 0n
    const stored = file.checkpoint()
    file.exec(CREATE)
    if (newest(file).state === stateOf(stored)) return
    file.exec('DELETE FROM changes')
    file.run(NOTE, [stateOf(stored), stored.time, '[]'])
  }

  put(table: AnyTable, key: StoredKey): void {
    changesOf(this.#changed, table).puts.add(textOf(key))
  }

  remove(table: AnyTable, key: StoredKey): void {
    changesOf(this.#changed, table).removals.add(textOf(key))
  }

  /** Writes the entry of a commit, inside its transaction. */
  note(state: string, time: bigint): void {
    const entry = [...this.#changed].map(([{ name }, { puts, removals }]) => [name, [...puts], [...removals]])
    this.file.run(NOTE, [state, time, JSON.stringify(entry)])
    this.file.run(PRUNE, [this.confirmed, time - this.#kept])
    this.clear()
  }

  clear(): void {
    this.#changed.clear()
  }
}

/** Returns true for a file that has had a mirror. */
export function hasChangeLog(file: Sqlite): boolean {
  return file.first(`SELECT 1 FROM sqlite_schema WHERE name = 'changes'`, []) !== undefined
}

/** Returns the newest entry of a file's log; number 0 without one. */
export function newest(file: Sqlite): { readonly number: bigint; readonly state: string } {
  const [number = 0n, state = ''] = (file.first(NEWEST, []) ?? []) as [bigint?, string?]
  return { number, state }
}

/** Number of rows from which on a part of {@link changedAfter} is complete. */
const MAX_PART = 50_000

/**
 * Yields the rows that commits after this one have changed, in parts of successive commits: a mirror that was away for
 * long lacks more keys than fit into memory. A row that is removed in one part may be put in a later one.
 */
export function* changedAfter(
  file: Sqlite,
  number: bigint,
  maxPart = MAX_PART,
): Generator<ReadonlyMap<AnyTable, ChangedKeys>> {
  const tables = new Map(file.tables.map(table => [table.name, table]))
  let part = new Map<AnyTable, ChangedKeys>()
  let size = 0
  for (let [at, keys] = entryAfter(file, number); keys !== undefined; [at, keys] = entryAfter(file, at)) {
    const entry = JSON.parse(keys) as [table: string, puts: string[], removals: string[]][]
    for (const [name, puts, removals] of entry) {
      const changed = changesOf(part, tables.get(name) as AnyTable)
      for (const key of puts) changed.puts.add(key)
      for (const key of removals) changed.removals.add(key)
      size += puts.length + removals.length
    }
    if (size < maxPart) continue
    yield part
    part = new Map()
    size = 0
  }
  yield part
}

function entryAfter(file: Sqlite, number: bigint): [number: bigint, keys: string | undefined] {
  const row = file.first(AFTER, [number]) as [bigint, string] | undefined
  return row ?? [number, undefined]
}

/** Returns the key in a text of {@link ChangedKeys}. */
export function keyOf({ key, columns }: AnyTable, text: string): StoredKey {
  return text.split(' ').map((part, index) => {
    const kind = columns[key[index] as string]
    if (kind !== 'hash' && kind !== 'text') return BigInt(part)
    const bytes = Buffer.from(part, 'base64')
    return kind === 'hash' ? bytes : bytes.toString()
  })
}

function textOf(key: StoredKey): string {
  return key
    .map(value => (typeof value === 'bigint' ? value : Buffer.from(value as Uint8Array).toString('base64')))
    .join(' ')
}

function changesOf(all: Map<AnyTable, ChangedKeys>, table: AnyTable): ChangedKeys {
  const known = all.get(table) ?? { puts: new Set(), removals: new Set() }
  all.set(table, known)
  return known
}
