import { type StoredTable, selectRows } from '../tables/schema.ts'
import type { ColumnKind, Columns } from '../tables/table.ts'
import { type Connection, execute, type Parameter, query } from './connection.ts'

type Rows = readonly (readonly unknown[])[]

const ROWS_AT_ONCE = 2000

const integers = (parameter: string) => `unnest(${parameter}::bigint[])`
const listOf: Readonly<Record<ColumnKind, (parameter: string) => string>> = {
  name: integers,
  integer: integers,
  hash: parameter => `unnest(${parameter}::bytea[])`,
  text: parameter => `json_array_elements_text(${parameter}::json)`,
}

/** Inserts rows as SQLite stores them. */
export async function insertRows(
  client: Connection,
  { name, columns }: StoredTable,
  rows: Rows,
  onConflict = '',
): Promise<void> {
  const names = Object.keys(columns).join(', ')
  const text = `INSERT INTO ${name} (${names}) SELECT * FROM ${listed(columns)} ${onConflict}`
  await query(client, text, listsOf(columns, rows))
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
    listsOf(columns, rows),
  )
}

/** Yields the rows of {@link selectRows} in batches, within the open transaction. */
export async function* rowsOf(client: Connection, table: StoredTable): AsyncGenerator<unknown[][]> {
  await execute(client, `DECLARE whole NO SCROLL CURSOR FOR ${selectRows(table)}`)
  for (;;) {
    const rows = await execute(client, `FETCH ${ROWS_AT_ONCE} FROM whole`)
    if (rows.length === 0) break
    yield rows
  }
  await execute(client, 'CLOSE whole')
}

/** Parameters as rows: a list per column. */
function listed(columns: Columns): string {
  const lists = Object.values(columns).map((kind, index) => listOf[kind](`?${index + 1}`))
  return `ROWS FROM (${lists.join(', ')})`
}

function listsOf(columns: Columns, rows: Rows): Parameter[] {
  return Object.values(columns).map((kind, index) => {
    const values = rows.map(row => row[index])
    if (kind === 'text') return values as string[]
    const items =
      kind === 'hash'
        ? values.map(bytes => `"\\\\x${Buffer.from(bytes as Uint8Array).toString('hex')}"`)
        : values
    return `{${items.join(',')}}`
  })
}
