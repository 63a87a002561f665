import { crc32 } from 'node:zlib'
import type { AnyRow } from './rows.ts'
import type { AnyTable } from './table.ts'

/**
 * Maximum number of keys per commit. Beyond it, the commit counts as a change of every row. A batch of a live feed has
 * some hundreds. The batches of a first ingest have more, and nobody waits then.
 */
const MAX_KEYS = 16_384

/**
 * Age of the oldest commit in the log, in milliseconds: well above the default of `--max-wait`. A reader that has missed
 * more reads everything again.
 */
const KEPT_MS = 120_000

/**
 * The log of touched keys: per commit the state after it, and its keys; no keys mean that any row may have changed. The
 * number of a commit is its time in Unix milliseconds, or one more than the number before it.
 */
export const TOUCHED = {
  note: `INSERT INTO touched SELECT CASE WHEN last < ?3 THEN ?3 ELSE last + 1 END, ?1, ?2
    FROM (SELECT coalesce(max(number), 0) AS last FROM touched) AS log`,
  prune: `DELETE FROM touched WHERE number < (SELECT max(number) FROM touched) - ${KEPT_MS}`,
}

/**
 * Returns the names and ids that a row keeps as long as it exists: those of its key, and the fixed ones. A change of a
 * row touches one key per such column. Others would need the value before the change as well. Integers identify rows
 * only together with them.
 */
export function lastingColumns({ columns, key, fixed = [] }: AnyTable): readonly string[] {
  return [...key, ...fixed].filter(column => columns[column] !== 'integer')
}

/** Returns the lasting columns outside of the key. An update of a row does not change their stored values. */
export function keptByUpdates(table: AnyTable): readonly string[] {
  return lastingColumns(table).filter(column => !table.key.includes(column))
}

/**
 * Returns the key of a whole table, or of its rows with a value: a checksum. Equal keys only cause a needless read.
 */
export function touchedKey(table: string, column = '', value = ''): number {
  return crc32(value, crc32(`${table} ${column} `))
}

/** Collects the keys of the rows that a commit changes. */
export class TouchedKeys {
  readonly #values = new Map<AnyTable, Map<string, Set<string>>>()
  #count = 0

  add(table: AnyTable, row: AnyRow): void {
    if (this.#count > MAX_KEYS) return
    let columns = this.#values.get(table)
    if (!columns) {
      columns = new Map(lastingColumns(table).map(column => [column, new Set()]))
      this.#values.set(table, columns)
    }
    for (const [column, values] of columns) {
      const value = row[column]
      if (typeof value !== 'string') {
        this.addAll()
        return
      }
      const before = values.size
      values.add(value)
      this.#count += values.size - before
    }
  }

  addAll(): void {
    this.#count = Number.POSITIVE_INFINITY
    this.#values.clear()
  }

  clear(): void {
    this.#count = 0
    this.#values.clear()
  }

  /** Returns the keys, four bytes each; null if any row may have changed. */
  get bytes(): Buffer | null {
    if (this.#count > MAX_KEYS) return null
    const keys = new Set<number>()
    for (const [{ name }, columns] of this.#values) {
      keys.add(touchedKey(name))
      for (const [column, values] of columns) {
        // The checksum of the column is the start of those of its values.
        const start = touchedKey(name, column)
        for (const value of values) keys.add(crc32(value, start))
      }
    }
    const bytes = Buffer.allocUnsafe(keys.size * 4)
    let at = 0
    for (const key of keys) at = bytes.writeUInt32LE(key, at)
    return bytes
  }
}
