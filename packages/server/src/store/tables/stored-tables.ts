import { HISTORY_COLUMNS, UNKNOWN_HISTORY } from './history.ts'
import type { AnyTable, ColumnKind, Columns } from './table.ts'

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

const POSITION: Columns = { chain: 'text', height: 'integer', hashes: 'text', time: 'integer' }
const LIMIT: Columns = { keep: 'integer', since: 'integer' }
const PLACE: Columns = { file: 'text', file_offset: 'integer', file_records: 'integer' }

export const checkpoint: AnyTable = {
  name: 'checkpoint',
  columns: {
    ...{ one: 'integer', ...POSITION, events: 'integer', ended_epoch: 'integer', ...LIMIT },
    ...{ run: 'text', ...HISTORY_COLUMNS, ...PLACE },
  },
  key: ['one'],
  indexes: [],
  added: { ...UNKNOWN_HISTORY, keep: '0', since: '0' },
}

export const checkpointTable = storedTable(checkpoint)

export function storedTable({ name, columns }: Pick<AnyTable, 'name' | 'columns'>): StoredTable {
  const entries = Object.entries(columns)
  return {
    name,
    columns: entries.map(([column, kind]) => [column, kind === 'name' ? 'integer' : kind]),
    names: entries.flatMap(([, kind], index) => (kind === 'name' ? [index] : [])),
  }
}
