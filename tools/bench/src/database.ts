import { DatabaseSync } from 'node:sqlite'

/** What a table takes, its indexes apart. */
export interface TableSize {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly indexBytes: number
}

/** What the API does not tell of a database: its sizes, and which values are good to ask for. */
export class Database {
  readonly #database: DatabaseSync

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { readOnly: true })
  }

  /** The tables with any rows, the biggest first. */
  sizes(): TableSize[] {
    const sizes = this.#all(
      `SELECT tbl_name AS name, coalesce(sum(pgsize) FILTER (WHERE s.name = tbl_name), 0) AS bytes,
         coalesce(sum(pgsize) FILTER (WHERE s.name <> tbl_name), 0) AS indexBytes
       FROM dbstat JOIN sqlite_schema s USING (name) GROUP BY tbl_name`,
    ) as unknown as Omit<TableSize, 'rows'>[]
    return sizes
      .map(size => ({ ...size, rows: Number(this.#value(`SELECT count(*) FROM ${size.name}`)) }))
      .filter(({ rows }) => rows > 0)
      .sort((a, b) => b.bytes + b.indexBytes - a.bytes - a.indexBytes)
  }

  /** The value that most rows of a table have in a column of identifiers. */
  commonest(table: string, column: string): string {
    return String(
      this.#value(`SELECT text FROM names WHERE id =
        (SELECT ${column} FROM ${table} GROUP BY ${column} ORDER BY count(*) DESC LIMIT 1)`),
    )
  }

  /** The parties with the most accounts: enough of them to fill a page, where the network is big enough. */
  parties(most: number): string[] {
    const rows = this.#all(
      `SELECT text FROM (SELECT owner FROM accounts GROUP BY owner ORDER BY count(*) DESC LIMIT ${most})
       JOIN names ON id = owner`,
    )
    return rows.map(({ text }) => String(text))
  }

  /** Identifiers of all kinds, picked at random: parties, markets, assets ... */
  names(most: number): string[] {
    const rows = this.#all(`SELECT text FROM names ORDER BY random() LIMIT ${most}`)
    return rows.map(({ text }) => String(text))
  }

  /** Orders picked at random, with a version of each; of `order_versions`, versions that later ones have replaced. */
  orders(table: 'orders' | 'order_versions', most: number): { orderId: string; version: number }[] {
    const pick = this.#database.prepare(
      `SELECT lower(hex(id)) AS orderId, version FROM ${table} WHERE id >= ? ORDER BY id LIMIT 1`,
    )
    // Identifiers are hashes, so evenly spaced places among all hashes are random orders.
    return Array.from({ length: most }, (_, index) => {
      const place = Math.floor((index / most) * 2 ** 32)
      return pick.get(Buffer.from(place.toString(16).padStart(8, '0'), 'hex'))
    }).filter(row => row !== undefined) as { orderId: string; version: number }[]
  }

  close(): void {
    this.#database.close()
  }

  #all(sql: string): Record<string, unknown>[] {
    return this.#database.prepare(sql).all()
  }

  #value(sql: string): unknown {
    return Object.values(this.#database.prepare(sql).get() ?? {})[0]
  }
}
