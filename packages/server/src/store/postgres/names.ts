import type { AnyTable } from '../tables/table.ts'
import type { AnyRow } from '../tables/writer.ts'
import { type Connection, query } from './connection.ts'

/** Interned names kept at hand; forgotten as a whole beyond this many, so that memory stays bounded. */
const MAX_NAMES = 200_000

/** One look-up by hash for each; a list of values would be compared with every name there is. */
const LOOK_UP =
  'SELECT names.text, names.id FROM unnest(?1::text[]) AS wanted(name) JOIN names ON names.text = name'
const INSERT = 'INSERT INTO names (text) SELECT unnest(?1::text[]) RETURNING text, id'

/** The numbers that stand for names in rows. A number is known only after the names of a batch have been looked up. */
export class PostgresNames {
  readonly #ids = new Map<string, bigint>()

  id(name: string): bigint | undefined {
    return this.#ids.get(name)
  }

  /** Looks up the names in these rows or keys; one that is not stored stays unknown. */
  async lookUp(client: Connection, rows: Iterable<readonly [AnyTable, AnyRow]>): Promise<void> {
    await this.#remember(client, LOOK_UP, this.#unknown(rows))
  }

  /** Gives a number to each name in these rows that has none. */
  async intern(client: Connection, rows: Iterable<readonly [AnyTable, AnyRow]>): Promise<void> {
    const names = this.#unknown(rows)
    await this.#remember(client, LOOK_UP, names)
    const unstored = names.filter(name => !this.#ids.has(name))
    await this.#remember(client, INSERT, unstored)
  }

  /** Forgets all numbers, some of which a transaction that failed may have given. */
  forget(): void {
    this.#ids.clear()
  }

  #unknown(rows: Iterable<readonly [AnyTable, AnyRow]>): string[] {
    if (this.#ids.size > MAX_NAMES) this.#ids.clear()
    const unknown = new Set<string>()
    for (const [{ columns }, row] of rows) {
      for (const [column, value] of Object.entries(row))
        if (columns[column] === 'name' && !this.#ids.has(value as string)) unknown.add(value as string)
    }
    return [...unknown]
  }

  async #remember(client: Connection, text: string, names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    for (const [name, id] of await query(client, text, [names])) this.#ids.set(name as string, id as bigint)
  }
}
