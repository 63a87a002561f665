import { checkpointTable } from './checkpoint.ts'
import type { AnyTable, ColumnKind } from './table.ts'

/** A table as the database stores it, with numbers in place of names. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly (readonly [name: string, kind: Exclude<ColumnKind, 'name'>])[]
  /** The places of columns whose numbers refer to `names`. */
  readonly names: readonly number[]
  /** The condition on the rows that count, as SQL; all when absent. */
  readonly visible?: string
}

export const namesTable = storedTable({ name: 'names', columns: { id: 'integer', text: 'text' } })

export const blocksTable = storedTable({ name: 'blocks', columns: { height: 'integer', hashes: 'text' } })

export const storedCheckpoint = storedTable(checkpointTable)

export function storedTable({ name, columns }: Pick<AnyTable, 'name' | 'columns'>): StoredTable {
  const entries = Object.entries(columns)
  return {
    name,
    columns: entries.map(([column, kind]) => [column, kind === 'name' ? 'integer' : kind]),
    names: entries.flatMap(([, kind], index) => (kind === 'name' ? [index] : [])),
  }
}
