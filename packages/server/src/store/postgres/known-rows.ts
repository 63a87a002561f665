import type { Checkpoint } from '../tables/checkpoint.ts'
import { keyText } from '../tables/row-key.ts'
import type { AnyRow } from '../tables/rows.ts'
import type { AnyTable } from '../tables/table.ts'
import type { Pass } from '../tables/writer.ts'

/** The rows that ingest needs before it can continue. */
export interface Wanted {
  /** Keys of rows. Ingest needs their kept columns. */
  readonly keys: ReadonlyMap<AnyTable, readonly AnyRow[]>
  /** Values of columns. Ingest needs all columns of every row that has them. */
  readonly sets: ReadonlyMap<AnyTable, readonly AnyRow[]>
}

/** The rows that the database has, in the order of the request. */
export interface Fetched {
  readonly keys: ReadonlyMap<AnyTable, readonly (AnyRow | undefined)[]>
  readonly sets: ReadonlyMap<AnyTable, readonly (readonly AnyRow[])[]>
}

/** The changes of a batch of whole blocks. */
export interface Changes {
  readonly puts: ReadonlyMap<AnyTable, readonly AnyRow[]>
  /** Keys of the rows to remove. */
  readonly removals: ReadonlyMap<AnyTable, readonly AnyRow[]>
}

/** The two statements of a batch. */
export interface BulkStore {
  fetch(wanted: Wanted): Promise<Fetched>
  /** Writes the changes and the checkpoint in one transaction. */
  store(changes: Changes, checkpoint: Checkpoint): Promise<void>
}

/** The change of a row in a pass: its new state, or its removal. */
interface Change {
  readonly key: AnyRow
  readonly row?: AnyRow
}

/**
 * The fetched rows of a batch, and the changes at the end of a pass over its events. If a pass reads a row that has not
 * been fetched, the read is noted, and the row counts as missing.
 */
export class KnownRows implements Pass {
  readonly #bulk: BulkStore
  readonly #rows = new Tables<AnyRow | undefined>()
  readonly #sets = new Tables<readonly AnyRow[]>()
  #changes = new Tables<Change>()
  #wantedKeys = new Tables<AnyRow>()
  #wantedSets = new Tables<AnyRow>()

  constructor(bulk: BulkStore) {
    this.#bulk = bulk
  }

  async repeat(): Promise<boolean> {
    if (this.#wantedKeys.isEmpty && this.#wantedSets.isEmpty) return false
    const { keys, sets } = await this.#bulk.fetch({
      keys: this.#wantedKeys.lists(),
      sets: this.#wantedSets.lists(),
    })
    this.#wantedKeys.answered(keys, this.#rows)
    this.#wantedSets.answered(sets, this.#sets)
    this.#wantedKeys = new Tables()
    this.#wantedSets = new Tables()
    this.rollback()
    return true
  }

  commit(checkpoint: Checkpoint): Promise<void> {
    return this.#bulk.store(this.#allChanges(), checkpoint)
  }

  rollback(): void {
    this.#changes = new Tables()
  }

  #allChanges(): Changes {
    const all = [...this.#changes.lists()]
    const puts = all.map(
      ([table, changes]) => [table, changes.flatMap(({ row }) => (row ? [row] : []))] as const,
    )
    const removals = all.map(
      ([table, changes]) => [table, changes.filter(({ row }) => !row).map(({ key }) => key)] as const,
    )
    return {
      puts: new Map(puts.filter(([, rows]) => rows.length > 0)),
      removals: new Map(removals.filter(([, keys]) => keys.length > 0)),
    }
  }

  get(table: AnyTable, key: AnyRow): AnyRow | undefined {
    const text = keyText(table, key)
    const rows = this.#rows.of(table)
    if (!rows.has(text)) this.#wantedKeys.of(table).set(text, key)
    return rows.get(text)
  }

  find(table: AnyTable, where: AnyRow): AnyRow[] {
    const text = Object.entries(where)
      .map(([column, value]) => `${column} ${value}`)
      .join('\u0000')
    const stored = this.#sets.of(table).get(text)
    if (!stored) this.#wantedSets.of(table).set(text, where)
    return [...(stored ?? [])]
  }

  put(table: AnyTable, row: AnyRow): void {
    this.#changes.of(table).set(keyText(table, row), { key: row, row })
  }

  remove(table: AnyTable, key: AnyRow): void {
    this.#changes.of(table).set(keyText(table, key), { key })
  }
}

/** A map by text for each table. */
class Tables<Value> {
  readonly #tables = new Map<AnyTable, Map<string, Value>>()

  get isEmpty(): boolean {
    return ![...this.#tables.values()].some(values => values.size > 0)
  }

  of(table: AnyTable): Map<string, Value> {
    const known = this.#tables.get(table)
    if (known) return known
    const values = new Map<string, Value>()
    this.#tables.set(table, values)
    return values
  }

  lists(): ReadonlyMap<AnyTable, Value[]> {
    return new Map([...this.#tables].map(([table, values]) => [table, [...values.values()]]))
  }

  /** Stores results, which have the order of these values, under the same keys. */
  answered<Answer>(answers: ReadonlyMap<AnyTable, readonly Answer[]>, into: Tables<Answer>): void {
    for (const [table, values] of this.#tables) {
      const of = answers.get(table) ?? []
      let index = 0
      for (const text of values.keys()) into.of(table).set(text, of[index++] as Answer)
    }
  }
}
