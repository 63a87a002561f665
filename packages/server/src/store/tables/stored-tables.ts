import type { AnyTable, ColumnKind, Columns } from './table.ts'

/** A table as the database stores it, with numbers in place of names. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly (readonly [name: string, kind: Exclude<ColumnKind, 'name'>])[]
}

const NAMES: Columns = { id: 'integer', text: 'text' }
const CHECKPOINT: Columns = {
  ...{ one: 'integer', chain: 'text', height: 'integer', hashes: 'text' },
  ...{ time: 'integer', events: 'integer', ended_epoch: 'integer', run: 'text' },
  ...{ file: 'text', file_offset: 'integer', file_records: 'integer' },
}

/** Returns all tables of a database with these read models, including the interned names and the checkpoint. */
export function storedTables(tables: readonly AnyTable[]): readonly StoredTable[] {
  const all = [{ name: 'names', columns: NAMES }, { name: 'checkpoint', columns: CHECKPOINT }, ...tables]
  return all.map(({ name, columns }) => ({
    name,
    columns: Object.entries(columns).map(([column, kind]) => [column, kind === 'name' ? 'integer' : kind]),
  }))
}
