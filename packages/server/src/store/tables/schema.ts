import { checkpointTable } from './checkpoint.ts'
import type { AnyTable, ColumnKind } from './table.ts'

/** A table to copy. */
export interface StoredTable extends Pick<AnyTable, 'name' | 'columns'> {
  /** The condition on the rows that count, as SQL; all when absent. */
  readonly visible?: string
}

export const namesTable: StoredTable = { name: 'names', columns: { id: 'integer', text: 'text' } }

export const blocksTable: StoredTable = { name: 'blocks', columns: { height: 'integer', hashes: 'text' } }

/**
 * Returns the statement for the rows of a table: each column as it is stored, which is a number for a name, and then the
 * texts of these names; null for a number that no name has.
 */
export function selectRows({ name, columns, visible = 'true' }: StoredTable): string {
  const stored = Object.keys(columns)
  const texts = stored
    .filter(column => columns[column] === 'name')
    .map(column => `(SELECT text FROM names WHERE names.id = ${name}.${column})`)
  return `SELECT ${[...stored, ...texts].join(', ')} FROM ${name} WHERE ${visible}`
}

/** An index, or the key of a table. */
export interface Index {
  readonly name: string
  readonly create: string
}

/** The SQL of one of the two databases. */
export interface Dialect {
  readonly types: Readonly<Record<ColumnKind, string>>
  /** Creates the table of interned names. */
  readonly names: string
  /** Creates the table of a read model. */
  createTable(table: AnyTable, columns: readonly string[]): string
  indexes(table: AnyTable): readonly Index[]
}

/** Returns the statements that create the tables which are no read models, by name. */
export function ownTables(dialect: Dialect): Readonly<Record<string, string>> {
  const { integer, text } = dialect.types
  const ofCheckpoint = columnsOf(checkpointTable, dialect).slice(1)
  return {
    names: dialect.names,
    checkpoint: `CREATE TABLE checkpoint (one ${integer} PRIMARY KEY CHECK (one = 1), ${ofCheckpoint.join(', ')})`,
    blocks: `CREATE TABLE blocks (height ${integer} PRIMARY KEY, hashes ${text} NOT NULL)`,
    format:
      'CREATE TABLE format (one bigint PRIMARY KEY, digest text NOT NULL, version text NOT NULL, changes text NOT NULL)',
  }
}

/** Returns the statements that create tables in an empty database, without indexes. */
export function createTables(tables: readonly AnyTable[], dialect: Dialect): string[] {
  const created = tables.map(table => dialect.createTable(table, columnsOf(table, dialect)))
  return [...Object.values(ownTables(dialect)), ...created]
}

/** Returns the statements that create keys and indexes. Running them after a load is faster. */
export function createIndexes(tables: readonly AnyTable[], dialect: Dialect): string[] {
  return tables.flatMap(dialect.indexes).map(({ create }) => create)
}

function columnsOf({ columns }: AnyTable, { types }: Dialect): string[] {
  return Object.entries(columns).map(([name, kind]) => `${name} ${types[kind]} NOT NULL`)
}
