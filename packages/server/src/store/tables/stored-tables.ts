import type { AnyTable, ColumnKind } from './table.ts'

/** A table as the database stores it, with numbers in place of names. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly (readonly [name: string, kind: Exclude<ColumnKind, 'name'>])[]
}

/** Returns all tables of a database with these read models, including the interned names and the checkpoint. */
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
