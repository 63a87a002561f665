import type { AnyTable, ColumnKind, Columns } from './table.ts'

/** A table as the database stores it, with numbers in place of names. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly (readonly [name: string, kind: Exclude<ColumnKind, 'name'>])[]
  /** The places of columns whose numbers refer to `names`. */
  readonly names: readonly number[]
}

const NAMES: Columns = { id: 'integer', text: 'text' }
const CHECKPOINT: Columns = {
  ...{ one: 'integer', chain: 'text', height: 'integer', hashes: 'text' },
  ...{ time: 'integer', events: 'integer', ended_epoch: 'integer', run: 'text' },
}

/** The table of interned names. */
export const namesTable = storedTable({ name: 'names', columns: NAMES })

/** The table with the one checkpoint. */
export const checkpointTable = storedTable({ name: 'checkpoint', columns: CHECKPOINT })

/** Returns a read model as it is stored. */
export function storedTable({ name, columns }: Pick<AnyTable, 'name' | 'columns'>): StoredTable {
  const entries = Object.entries(columns)
  return {
    name,
    columns: entries.map(([column, kind]) => [column, kind === 'name' ? 'integer' : kind]),
    names: entries.flatMap(([, kind], index) => (kind === 'name' ? [index] : [])),
  }
}
