import type { AnyTable } from './table.ts'

/** A table to copy. Its rows have numbers in place of names. */
export interface StoredTable extends Pick<AnyTable, 'name' | 'columns'> {
  /** The condition on the rows that count, as SQL; all when absent. */
  readonly visible?: string
}

export const namesTable: StoredTable = { name: 'names', columns: { id: 'integer', text: 'text' } }

export const blocksTable: StoredTable = { name: 'blocks', columns: { height: 'integer', hashes: 'text' } }
