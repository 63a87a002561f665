import { type AnyTable, type ColumnKind, dependentsOf } from './table.ts'

export type Column = readonly [name: string, kind: ColumnKind]

export type Access = ReturnType<typeof accessOf>

/** Returns the statements of a table for the writer, with the columns of their parameters and results. */
export function accessOf(table: AnyTable) {
  const { name, key } = table
  const columns: readonly Column[] = Object.entries(table.columns)
  const keyColumns = key.map(name => [name, table.columns[name]] as Column)
  /** The columns that a read by key returns. */
  const kept = columns.filter(([, kind]) => kind === 'integer' || kind === 'text').map(([name]) => name)
  return {
    columns,
    keyColumns,
    /** The places of the key among the columns. */
    keyPlaces: key.map(name => columns.findIndex(([column]) => column === name)),
    kept,
    get: `SELECT ${kept.join(', ')} FROM ${name} WHERE ${matching(keyColumns)}`,
    put: `INSERT INTO ${name} (${columns.map(([name]) => name).join(', ')})
      VALUES (${columns.map((_, index) => `?${index + 1}`).join(', ')}) ${onConflict(table)}`,
    /** Removes a row by its key, and the further rows of its record. */
    remove: [table, ...dependentsOf(table)].map(
      ({ name }) => `DELETE FROM ${name} WHERE ${matching(keyColumns)}`,
    ),
  }
}

/** Makes an INSERT replace a row with the same key. Fixed columns keep their values. */
export function onConflict({
  columns,
  key,
  fixed = [],
}: Pick<AnyTable, 'columns' | 'key' | 'fixed'>): string {
  const changing = Object.keys(columns).filter(name => !key.includes(name) && !fixed.includes(name))
  const update = changing.map(name => `${name} = excluded.${name}`).join(', ')
  return `ON CONFLICT (${key.join(', ')}) DO ${update ? `UPDATE SET ${update}` : 'NOTHING'}`
}

export function matching(columns: readonly Column[]): string {
  return columns.map(([name]) => `${name} = ?`).join(' AND ')
}
