import { DatabaseSync } from 'node:sqlite'

// Reads an SQLite file, because the API does not give the commonest identifiers.

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

/** The first column of the rows of a query, as text. */
export function columnOf(path: string, sql: string): string[] {
  using database = new DatabaseSync(path, { readOnly: true })
  const statement = database.prepare(sql)
  statement.setReadBigInts(true)
  return statement.all().map(row => String(Object.values(row)[0]))
}

function rowsOf(path: string, sql: string): Record<string, unknown>[] {
  using database = new DatabaseSync(path, { readOnly: true })
  return database.prepare(sql).all()
}
