import { LRUCache } from 'lru-cache'
import type { AnyTable } from '../tables/table.ts'
import { lastingColumns, touchedKey } from '../tables/touched-keys.ts'
import type { Reading, RowSet, Statement } from './reading.ts'

/**
 * The keys of a set of rows: one list per column, the most selective column first. A commit that changes one of the
 * rows touches a key of each list.
 */
export type Dependency = readonly [first: readonly number[], ...others: (readonly number[])[]]

/** Names are never changed or removed, and a new one comes with the rows that have it. */
const UNCHANGING = new Set(['names'])

/** The tables in a text of SQL. Texts repeat, since each is written once per shape of request. */
const tablesOf = new LRUCache<string, ReadonlySet<string>>({
  max: 500,
  memoMethod: text =>
    new Set([...text.matchAll(/\b(?:FROM|JOIN)\s+([a-z_]+)/gi)].map(([, table]) => table as string)),
})

/** The rows that a reading has read. It comes from the statements themselves, so no operation can forget one. */
export class Dependencies {
  readonly #all = new Map<string, Dependency>()

  get all(): Iterable<Dependency> {
    return this.#all.values()
  }

  /** Runs a reading, and notes what it reads. */
  *of<Result>(reading: Reading<Result>): Reading<Result> {
    this.#all.clear()
    let step = reading.next()
    while (!step.done) {
      for (const statement of step.value) this.#add(statement)
      step = reading.next(yield step.value)
    }
    return step.value
  }

  #add({ text, reads = [], settled }: Statement): void {
    if (settled) return
    const tables = new Set(tablesOf.memo(text))
    for (const rows of reads) {
      tables.delete(rows.table.name)
      const keys = keysOf(rows)
      this.#all.set(keys.join(), keys)
    }
    for (const table of tables) {
      if (!UNCHANGING.has(table)) this.#all.set(table, [[touchedKey(table)]])
    }
  }
}

function keysOf({ table, anyOf }: RowSet): Dependency {
  const [first, ...others] = bySelectivity(table)
    .filter(column => anyOf.has(column))
    .map(column => (anyOf.get(column) ?? []).map(value => touchedKey(table.name, column, value)))
  return first ? [first, ...others] : [[touchedKey(table.name)]]
}

/** Returns the lasting columns in the order of the indexes, which begin with the most selective one. */
function bySelectivity(table: AnyTable): string[] {
  const ordered = [...(table.cluster ?? []), ...table.indexes.flat(), ...table.key]
  const lasting = lastingColumns(table)
  return [...new Set(ordered)].filter(column => lasting.includes(column))
}
