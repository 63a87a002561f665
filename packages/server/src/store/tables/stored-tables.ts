import type { AnyTable, ColumnKind } from './table.ts'

/** A table as it lies in the database, with names as their numbers. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly (readonly [name: string, kind: Exclude<ColumnKind, 'name'>])[]
}

/** The tables of a database with these read models: the interned names and the checkpoint are there too. */
export function storedTables(tables: readonly AnyTable[]): readonly StoredTable[] {
  return [
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
}
