import { BLOCK_HASHES } from '../tables/block-hashes.ts'
import { checkpointTable } from '../tables/checkpoint.ts'
import { CREATE_FORMAT } from '../tables/format.ts'
import { indexTarget } from '../tables/index-condition.ts'
import { isLimited, retentionIndex } from '../tables/retention.ts'
import { type AnyTable, type ColumnKind, isListed } from '../tables/table.ts'
import { TOUCHED } from '../tables/touched-keys.ts'
import type { Dialect, Index } from '../tables/upgrade.ts'

/** Marks the file as ours (the bytes TNQA), so that we never write to another program's database. */
export const APPLICATION = 0x54_4e_51_41

const sqlType = { name: 'INTEGER', hash: 'BLOB', integer: 'INTEGER', text: 'TEXT' } as const
const emptyValue = { name: '0', hash: "x''", integer: '0', text: "''" } as const

const OWN = {
  names: 'CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)',
  checkpoint: `CREATE TABLE checkpoint (one INTEGER PRIMARY KEY CHECK (one = 1), ${columnsOf(checkpointTable).slice(1).join(', ')})`,
  blocks: BLOCK_HASHES.sqlite,
  touched: TOUCHED.sqlite,
  format: CREATE_FORMAT,
}

export function createTables(tables: readonly AnyTable[]): string[] {
  return [...Object.values(OWN), ...tables.map(createTable)]
}

export function createIndexes(tables: readonly AnyTable[]): string[] {
  return tables.flatMap(indexesOf).map(({ create }) => create)
}

export const dialect: Dialect = {
  created: OWN,
  indexes: indexesOf,
  addColumn: (table, column, kind) => [
    `ALTER TABLE ${table} ADD COLUMN ${definition(column, kind)} DEFAULT ${emptyValue[kind]}`,
  ],
  expression: text => text,
}

function createTable(table: AnyTable): string {
  const primary = primaryOf(table)
  const key = primary ? [`PRIMARY KEY (${primary.join(', ')})`] : []
  return `CREATE TABLE ${table.name} (${[...columnsOf(table), ...key].join(', ')})${primary ? ' WITHOUT ROWID' : ''}`
}

function columnsOf({ columns }: AnyTable): string[] {
  return Object.entries(columns).map(([name, kind]) => definition(name, kind))
}

function definition(name: string, kind: ColumnKind): string {
  return `${name} ${sqlType[kind]} NOT NULL`
}

/**
 * Returns the columns that a table is stored by. It is the key, unless that is a hash, which would scatter new rows over
 * the file.
 */
function primaryOf(table: AnyTable): readonly string[] | undefined {
  if (table.cluster) return [...table.cluster, ...(isListed(table) ? ['at', 'pos'] : [])]
  const hasHash = table.key.some(column => table.columns[column] === 'hash')
  return isListed(table) || hasHash ? undefined : table.key
}

function indexesOf(table: AnyTable): Index[] {
  const name = `${table.name}_key`
  const create = `CREATE UNIQUE INDEX ${name} ON ${table.name} (${table.key.join(', ')})`
  return [
    ...(primaryOf(table) === table.key ? [] : [{ name, condition: '', create }]),
    ...table.indexes.map(equality => {
      const { name, target } = indexTarget(table, equality)
      return { name, condition: '', create: `CREATE INDEX ${name} ON ${target}` }
    }),
    ...(isLimited(table) ? [retentionIndex(table)] : []),
  ]
}
