import type { AnyTable, ColumnKind } from './table.ts'

/** A column of a table, by name. */
export type Column = readonly [name: string, kind: ColumnKind]

/** The statements of a table for the writer, with the columns of their parameters and results. */
export interface Access {
  readonly columns: readonly Column[]
  readonly keyColumns: readonly Column[]
  /** The columns that `get` reads. */
  readonly kept: readonly string[]
  readonly get: string
  readonly put: string
  readonly remove: string
}

/** Derives the statements from a table's description. */
export function accessOf({ name: table, columns: kinds, key, fixed = [] }: AnyTable): Access {
  const columns = Object.entries(kinds)
  const keyColumns = columns.filter(([name]) => key.includes(name))
  const kept = columns.filter(([, kind]) => kind === 'integer' || kind === 'text').map(([name]) => name)
  const changing = columns.map(([name]) => name).filter(name => !key.includes(name) && !fixed.includes(name))
  const update = changing.map(name => `${name} = excluded.${name}`).join(', ')
  const clash = `ON CONFLICT (${key.join(', ')}) DO ${update ? `UPDATE SET ${update}` : 'NOTHING'}`
  return {
    columns,
    keyColumns,
    kept,
    get: `SELECT ${kept.join(', ')} FROM ${table} WHERE ${matching(keyColumns)}`,
    put: `INSERT INTO ${table} (${columns.map(([name]) => name).join(', ')})
      VALUES (${columns.map(() => '?').join(', ')}) ${clash}`,
    remove: `DELETE FROM ${table} WHERE ${matching(keyColumns)}`,
  }
}

/** Returns the condition that these columns have given values. */
export function matching(columns: readonly Column[]): string {
  return columns.map(([name]) => `${name} = ?`).join(' AND ')
}
