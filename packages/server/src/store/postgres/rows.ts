import type { SqlValue } from '../reading/reading.ts'
import { hashBytes } from '../tables/hash-bytes.ts'
import { indexCondition } from '../tables/index-condition.ts'
import { type LimitedTable, removedRows, rowsBehind } from '../tables/retention.ts'
import { type AnyRow, rowOf } from '../tables/rows.ts'
import { type AnyTable, type ColumnKind, dependentsOf } from '../tables/table.ts'
import { keptColumns, onConflict } from '../tables/table-access.ts'
import { type Connection, query } from './connection.ts'
import { PostgresNames } from './names.ts'

/** Maximum number of rows per statement. It makes round trips rare and keeps statements small. */
const ROWS_AT_ONCE = 5000

const arrayType = { name: 'bigint[]', hash: 'bytea[]', integer: 'bigint[]', text: 'text[]' } as const

/** Reads and writes rows of any table over a connection, many at a time. */
export class PostgresRows {
  readonly names: PostgresNames
  readonly #client: Connection

  constructor(client: Connection) {
    this.names = new PostgresNames(client)
    this.#client = client
  }

  /** Returns the kept columns (integers and texts) of the rows with these keys, in order; undefined if missing. */
  async fetch(table: AnyTable, keys: readonly AnyRow[]): Promise<(AnyRow | undefined)[]> {
    const kept = keptColumns(table)
    const read = kept.map(column => `t.${column}`)
    const text = `SELECT k.n, ${read.join(', ')} FROM ${given(table, table.key, 'WITH ORDINALITY', ', n')}
      JOIN ${table.name} t ON ${matching(table.key)}`
    const found: (AnyRow | undefined)[] = keys.map(() => undefined)
    for (const [start, part] of inParts(keys)) {
      for (const [n, ...values] of await this.#query(text, table, table.key, part))
        found[start + Number(n) - 1] = rowOf(kept, values)
    }
    return found
  }

  /** Returns all rows with these values, with all columns. The table must have no hash column. */
  async find(table: AnyTable, where: AnyRow): Promise<AnyRow[]> {
    const columns = Object.keys(table.columns)
    const read = columns.map(column =>
      table.columns[column] === 'name'
        ? `(SELECT text FROM names WHERE names.id = ${table.name}.${column})`
        : column,
    )
    const given = Object.keys(where)
    const equal = given.map((column, index) => `${column} = ?${index + 1}`)
    const condition = indexCondition(table, given) ?? 'true'
    const text = `SELECT ${read.join(', ')} FROM ${table.name} WHERE ${equal.join(' AND ')} AND ${condition}`
    const values = given.map(column => this.#stored(table.columns[column], where[column]))
    return (await query(this.#client, text, values)).map(row => rowOf(columns, row))
  }

  /** Writes whole rows, and replaces rows with the same key. Every name in them must be known. */
  async put(table: AnyTable, rows: readonly AnyRow[]): Promise<void> {
    const columns = Object.keys(table.columns)
    const text = `INSERT INTO ${table.name} (${columns.join(', ')})
      SELECT * FROM ${given(table, columns)} ${onConflict(table)}`
    for (const [, part] of inParts(rows)) await this.#query(text, table, columns, part)
  }

  async remove(table: AnyTable, keys: readonly AnyRow[]): Promise<void> {
    for (const { name } of [table, ...dependentsOf(table)]) {
      const text = `DELETE FROM ${name} t USING ${given(table, table.key)} WHERE ${matching(table.key)}`
      for (const [, part] of inParts(keys)) await this.#query(text, table, table.key, part)
    }
  }

  /** Returns the rows behind a limit, the latest ends first. */
  async behind(table: LimitedTable, since: bigint, max: bigint): Promise<AnyRow[]> {
    return removedRows(table, await query(this.#client, rowsBehind(table), [since, max]))
  }

  /** Runs a statement with an array for each column. */
  #query(text: string, { columns: kinds }: AnyTable, columns: readonly string[], rows: readonly AnyRow[]) {
    const arrays = columns.map(column => rows.map(row => this.#stored(kinds[column], row[column])))
    return query(this.#client, text, arrays)
  }

  /** Returns the stored form of a value. An unknown name is null, which matches nothing and cannot be written. */
  #stored(kind: ColumnKind | undefined, value: string | bigint | undefined): SqlValue {
    if (value === undefined) throw new TypeError('a row lacks a column')
    if (kind === 'name') return this.names.id(value as string) ?? null
    if (kind === 'hash') return hashBytes(value as string)
    return value
  }
}

/** Turns arrays, one per column, into rows `k`. */
function given(table: AnyTable, columns: readonly string[], suffix = '', more = ''): string {
  const arrays = columns.map((column, index) => `?${index + 1}::${arrayType[kindOf(table, column)]}`)
  return `unnest(${arrays.join(', ')}) ${suffix} AS k(${columns.map(column => `k_${column}`).join(', ')}${more})`
}

function matching(columns: readonly string[]): string {
  return columns.map(column => `t.${column} = k.k_${column}`).join(' AND ')
}

function kindOf(table: AnyTable, column: string): ColumnKind {
  const kind = table.columns[column]
  if (!kind) throw new TypeError(`${table.name} has no column ${column}`)
  return kind
}

function* inParts<Item>(items: readonly Item[]): Generator<[start: number, part: readonly Item[]]> {
  for (let start = 0; start < items.length; start += ROWS_AT_ONCE)
    yield [start, items.slice(start, start + ROWS_AT_ONCE)]
}
