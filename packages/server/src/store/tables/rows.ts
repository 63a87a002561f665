import type { AnyTable } from './table.ts'

/** A row on its way in or out: column name to value. */
export type AnyRow = Readonly<Record<string, string | bigint>>

export function rowOf(columns: readonly string[], values: readonly unknown[]): AnyRow {
  const row: Record<string, string | bigint> = {}
  columns.forEach((column, index) => {
    row[column] = values[index] as string | bigint
  })
  return row
}

export interface Rows {
  /** The kept columns (integers and texts) of the row with this key. */
  get(table: AnyTable, key: AnyRow): AnyRow | undefined
  /** All rows with these values, whole; the table must have no hash column. */
  find(table: AnyTable, where: AnyRow): AnyRow[]
  put(table: AnyTable, row: AnyRow): void
  remove(table: AnyTable, key: AnyRow): void
}

/** Returns the key of a row as one text. The texts of two keys differ, even if an id contains a separator. */
export function keyText(table: AnyTable, row: object): string {
  const values = row as AnyRow
  return table.key.length === 1
    ? String(values[table.key[0] as string])
    : table.key.map(column => withLength(String(values[column]))).join('')
}

function withLength(text: string): string {
  return `${text.length}:${text}`
}

/** Values by table and by the text of a key. */
export class Tables<Value> extends Map<AnyTable, Map<string, Value>> {
  of(table: AnyTable): Map<string, Value> {
    const known = this.get(table) ?? new Map<string, Value>()
    this.set(table, known)
    return known
  }

  *pairs(): Generator<readonly [AnyTable, Value]> {
    for (const [table, values] of this) for (const value of values.values()) yield [table, value]
  }
}
