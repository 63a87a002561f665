import type { BlockHashes } from '../tables/block-hashes.ts'
import type { Checkpoint } from '../tables/checkpoint.ts'
import { type AnyRow, keyText, Tables } from '../tables/rows.ts'
import type { AnyTable } from '../tables/table.ts'
import type { Pass } from '../tables/writer.ts'
import type { PostgresRows } from './rows.ts'

/** The changes of a batch of whole blocks: for each table the new rows, and the keys of the rows to remove. */
export type Changes = ReadonlyMap<
  AnyTable,
  { readonly puts: readonly AnyRow[]; readonly removals: readonly AnyRow[] }
>

/** The connection of a writer. Failures of the database are thrown as DatabaseError. */
export interface WriterConnection {
  run<Result>(use: (rows: PostgresRows) => Promise<Result>): Promise<Result>
  /** Writes the changes, the hashes of the blocks and the checkpoint in one transaction. */
  store(
    changes: Changes,
    checkpoint: Checkpoint,
    before: Checkpoint,
    blocks: readonly BlockHashes[],
  ): Promise<void>
}

/**
 * The fetched rows of a batch, and the changes at the end of a pass over its events. If a pass reads a row that has not
 * been fetched, the read is noted, and the row counts as missing.
 */
export class KnownRows implements Pass {
  readonly #connection: WriterConnection
  readonly #stored: Checkpoint
  readonly #rows = new Tables<AnyRow | undefined>()
  readonly #sets = new Tables<readonly AnyRow[]>()
  #puts = new Tables<AnyRow>()
  #removals = new Tables<AnyRow>()
  /** Keys of missing rows, and values of columns whose rows are missing. */
  #wantedKeys = new Tables<AnyRow>()
  #wantedSets = new Tables<AnyRow>()

  /** @param stored the checkpoint before the batch */
  constructor(connection: WriterConnection, stored: Checkpoint) {
    this.#connection = connection
    this.#stored = stored
  }

  async repeat(): Promise<boolean> {
    const [keys, sets] = [this.#wantedKeys, this.#wantedSets]
    if (keys.size === 0 && sets.size === 0) return false
    this.#wantedKeys = new Tables()
    this.#wantedSets = new Tables()
    this.rollback()
    await this.#connection.run(async stored => {
      await stored.names.lookUp([...keys.pairs(), ...sets.pairs()])
      for (const [table, wanted] of keys) {
        const found = await stored.fetch(table, [...wanted.values()])
        for (const [index, text] of [...wanted.keys()].entries()) this.#rows.of(table).set(text, found[index])
      }
      for (const [table, wanted] of sets)
        for (const [text, where] of wanted) this.#sets.of(table).set(text, await stored.find(table, where))
    })
    return true
  }

  commit(checkpoint: Checkpoint, blocks: readonly BlockHashes[]): Promise<void> {
    const tables = new Set([...this.#removals.keys(), ...this.#puts.keys()])
    const changes = [...tables].map(table => {
      const [puts, removals] = [this.#puts.of(table), this.#removals.of(table)]
      return [table, { puts: [...puts.values()], removals: [...removals.values()] }] as const
    })
    return this.#connection.store(new Map(changes), checkpoint, this.#stored, blocks)
  }

  rollback(): void {
    this.#puts = new Tables()
    this.#removals = new Tables()
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
    this.#puts.of(table).set(keyText(table, row), row)
  }

  remove(table: AnyTable, key: AnyRow): void {
    this.#puts.of(table).delete(keyText(table, key))
    this.#removals.of(table).set(keyText(table, key), key)
  }
}
