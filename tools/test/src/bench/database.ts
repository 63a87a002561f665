import { DatabaseSync } from 'node:sqlite'
import { count, megabytes, table } from './table.ts'

export interface TableSize {
  readonly name: string
  readonly rows: number
  /** Without its indexes. */
  readonly bytes: number
  readonly indexBytes: number
}

/** Reads from an SQLite file what the API does not tell: sizes of tables, and identifiers to request. */
export class Database {
  readonly #database: DatabaseSync

  private constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Reads with a database, and closes it. */
  static read<Result>(path: string, read: (database: Database) => Result): Result {
    using database = new DatabaseSync(path, { readOnly: true })
    return read(new Database(database))
  }

  /** The tables that have rows, the biggest first. */
  sizes(): TableSize[] {
    const sizes = this.#all(
      `SELECT tbl_name AS name, coalesce(sum(pgsize) FILTER (WHERE s.name = tbl_name), 0) AS bytes,
         coalesce(sum(pgsize) FILTER (WHERE s.name <> tbl_name), 0) AS indexBytes
       FROM dbstat JOIN sqlite_schema s USING (name) GROUP BY tbl_name ORDER BY sum(pgsize) DESC`,
    ) as unknown as Omit<TableSize, 'rows'>[]
    return sizes
      .map(size => ({ ...size, rows: Number(this.value(`count(*) FROM ${size.name}`)) }))
      .filter(({ rows }) => rows > 0)
  }

  /** The value of an expression, as text. */
  value(expression: string): string {
    return String(Object.values(this.#all(`SELECT CAST((SELECT ${expression}) AS TEXT)`)[0] ?? {})[0])
  }

  /** The identifiers in some columns that have the most rows together, the commonest first. */
  commonest(table: string, columns: readonly string[], most = 1): string[][] {
    const names = columns.map(column => `(SELECT text FROM names WHERE id = ${column}) AS ${column}`)
    const rows = this.#all(`SELECT ${names.join()} FROM
      (SELECT ${columns.join()} FROM ${table} GROUP BY ${columns.join()} ORDER BY count(*) DESC LIMIT ${most})`)
    return rows.map(row => Object.values(row).map(String))
  }

  /** Identifiers of random orders. */
  orders(most: number): string[] {
    const rows = this.#all(`SELECT lower(hex(id)) AS id FROM orders WHERE rowid IN
      (SELECT rowid FROM orders ORDER BY random() LIMIT ${most})`)
    return rows.map(({ id }) => String(id))
  }

  #all(sql: string): Record<string, unknown>[] {
    return this.#database.prepare(sql).all()
  }
}

export function reportSizes(sizes: readonly TableSize[]): string {
  const rows = sizes.map(({ name, rows, bytes, indexBytes }) => [
    name,
    count((bytes + indexBytes) / rows),
    count(indexBytes / rows),
    count(rows),
    megabytes(bytes + indexBytes),
  ])
  return table(['', 'bytes/row', 'indexes', 'rows', 'size'], rows)
}
