import { tables } from '../projections/tables.ts'
import type { ColumnKind } from './table.ts'

/** A table as it lies in the database, with names as their numbers. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly (readonly [name: string, kind: Exclude<ColumnKind, 'name'>])[]
}

/** Every table there is, the interned names and the checkpoint included. */
export const storedTables: readonly StoredTable[] = [
  {
    name: 'names',
    columns: [
      ['id', 'integer'],
      ['text', 'text'],
    ],
  },
  {
    name: 'checkpoint',
    columns: [
      ['one', 'integer'],
      ['chain', 'text'],
      ['height', 'integer'],
      ['hashes', 'text'],
      ['time', 'integer'],
      ['events', 'integer'],
      ['ended_epoch', 'integer'],
      ['run', 'text'],
    ],
  },
  ...tables.map(({ name, columns }) => ({
    name,
    columns: Object.entries(columns).map(
      ([column, kind]) => [column, kind === 'name' ? 'integer' : kind] as const,
    ),
  })),
]
