import type { SqlValue } from '../reading/reading.ts'
import type { StoredTable } from '../tables/stored-tables.ts'
import type { Columns } from '../tables/table.ts'
import { type Connection, execute, query } from './connection.ts'

type Rows = readonly (readonly unknown[])[]

const ROWS_AT_ONCE = 2000

const arrayType = { name: 'bigint[]', hash: 'bytea[]', integer: 'bigint[]', text: 'text[]' } as const

/** Inserts rows as SQLite stores them. */
export async function insertRows(
  client: Connection,
  { name, columns }: StoredTable,
  rows: Rows,
  onConflict = '',
): Promise<void> {
  const names = Object.keys(columns).join(', ')
  const text = `INSERT INTO ${name} (${names}) SELECT * FROM ${listed(columns)} ${onConflict}`
  await query(client, text, arraysOf(columns, rows))
}

/** Removes the rows that have these values in the columns. */
export async function deleteRows(
  client: Connection,
  table: string,
  columns: Columns,
  rows: Rows,
): Promise<void> {
  const names = Object.keys(columns)
  const equal = names.map(column => `${table}.${column} = k.${column}`)
  const keys = `${listed(columns)} AS k(${names.join(', ')})`
  await query(
    client,
    `DELETE FROM ${table} USING ${keys} WHERE ${equal.join(' AND ')}`,
    arraysOf(columns, rows),
  )
}

/** Yields all rows of a table in batches, within the open transaction. */
export async function* rowsOf(
  client: Connection,
  { name, columns, visible = 'true' }: StoredTable,
): AsyncGenerator<unknown[][]> {
  const selected = Object.keys(columns).join(', ')
  await execute(client, `DECLARE whole NO SCROLL CURSOR FOR SELECT ${selected} FROM ${name} WHERE ${visible}`)
  for (;;) {
    const rows = await execute(client, `FETCH ${ROWS_AT_ONCE} FROM whole`)
    if (rows.length === 0) break
    yield rows
  }
  await execute(client, 'CLOSE whole')
}

/** Parameters as rows: an array per column. */
function listed(columns: Columns): string {
  return `unnest(${Object.values(columns)
    .map((kind, index) => `?${index + 1}::${arrayType[kind]}`)
    .join(', ')})`
}

/** `pg` writes bytes only from a Buffer. */
function arraysOf(columns: Columns, rows: Rows): SqlValue[][] {
  return Object.keys(columns).map((_, index) =>
    rows.map(row => {
      const value = row[index]
      return value instanceof Uint8Array ? Buffer.from(value) : (value as SqlValue)
    }),
  )
}
