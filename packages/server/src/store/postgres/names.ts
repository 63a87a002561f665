import type { AnyRow } from '../tables/rows.ts'
import type { AnyTable } from '../tables/table.ts'
import { type Connection, query } from './connection.ts'

/** Maximum number of cached names. The whole cache is cleared beyond it, so that memory stays bounded. */
const MAX_NAMES = 200_000

/** One look-up by hash per name. PostgreSQL would compare every stored name with a list of values. */
const LOOK_UP =
  'SELECT names.text, names.id FROM unnest(?1::text[]) AS wanted(name) JOIN names ON names.text = name'
const INSERT = 'INSERT INTO names (text) SELECT unnest(?1::text[]) RETURNING text, id'

/** The numbers of interned names. The number of a name is known only after the look-up for its batch. */
export class PostgresNames {
  readonly #client: Connection
  readonly #ids = new Map<string, bigint>()

  constructor(client: Connection) {
    this.#client = client
  }

  id(name: string): bigint | undefined {
    return this.#ids.get(name)
  }

  /** Looks up the names in these rows or keys. A name that is not stored stays unknown. */
  async lookUp(rows: Iterable<readonly [AnyTable, AnyRow]>): Promise<void> {
    await this.#remember(LOOK_UP, this.#unknown(rows))
  }

  /** Assigns a number to each new name in these rows. */
  async intern(rows: Iterable<readonly [AnyTable, AnyRow]>): Promise<void> {
    const names = this.#unknown(rows)
    await this.#remember(LOOK_UP, names)
    const unstored = names.filter(name => !this.#ids.has(name))
    await this.#remember(INSERT, unstored)
  }

  /** Clears the cache. A failed transaction may have assigned some of its numbers. */
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

  async #remember(text: string, names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    for (const [name, id] of await query(this.#client, text, [names]))
      this.#ids.set(name as string, id as bigint)
  }
}
