import { DatabaseSync } from 'node:sqlite'
import { count, megabytes, table } from './table.ts'

// Reads an SQLite file, because the API gives neither the sizes of tables nor the commonest identifiers.

export interface TableSize {
  readonly name: string
  readonly rows: number
  /** Without its indexes. */
  readonly bytes: number
  readonly indexBytes: number
}

/** The tables that have rows, the biggest first. */
export function sizesIn(path: string): TableSize[] {
  const sizes = rowsOf(
    path,
    `SELECT tbl_name AS name, coalesce(sum(pgsize) FILTER (WHERE s.name = tbl_name), 0) AS bytes,
       coalesce(sum(pgsize) FILTER (WHERE s.name <> tbl_name), 0) AS indexBytes
     FROM dbstat JOIN sqlite_schema s USING (name) GROUP BY tbl_name ORDER BY sum(pgsize) DESC`,
  ) as unknown as Omit<TableSize, 'rows'>[]
  return sizes
    .map(size => ({ ...size, rows: Number(rowsOf(path, `SELECT count(*) AS n FROM ${size.name}`)[0]?.n) }))
    .filter(({ rows }) => rows > 0)
}

/** The identifiers in some columns that have the most rows together, the commonest first. */
export function commonest(path: string, table: string, columns: readonly string[], most = 1): string[][] {
  const names = columns.map(column => `(SELECT text FROM names WHERE id = ${column}) AS ${column}`)
  const rows = rowsOf(
    path,
    `SELECT ${names.join()} FROM
     (SELECT ${columns.join()} FROM ${table} GROUP BY ${columns.join()} ORDER BY count(*) DESC LIMIT ${most})`,
  )
  return rows.map(row => Object.values(row).map(String))
}

/** Identifiers of random orders. */
export function randomOrders(path: string, most: number): string[] {
  const rows = rowsOf(
    path,
    `SELECT lower(hex(id)) AS id FROM orders WHERE rowid IN
     (SELECT rowid FROM orders ORDER BY random() LIMIT ${most})`,
  )
  return rows.map(({ id }) => String(id))
}

function rowsOf(path: string, sql: string): Record<string, unknown>[] {
  using database = new DatabaseSync(path, { readOnly: true })
  return database.prepare(sql).all()
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
