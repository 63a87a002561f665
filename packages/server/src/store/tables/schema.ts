import { indexTarget } from './index-condition.ts'
import { type AnyTable, isListed } from './table.ts'
import { TOUCHED } from './touched-keys.ts'

/** The database format. Every change of a table or of the stored JSON raises it; others are refused. */
export const FORMAT = 7

/** Marks the file as ours (the bytes TNQA), so that we never write to another program's database. */
export const APPLICATION = 0x54_4e_51_41

const sqlType = { name: 'INTEGER', hash: 'BLOB', integer: 'INTEGER', text: 'TEXT' } as const

const NAMES = 'CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)'

const CHECKPOINT = `CREATE TABLE checkpoint (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  chain TEXT NOT NULL, height INTEGER NOT NULL, hashes TEXT NOT NULL, time INTEGER NOT NULL,
  events INTEGER NOT NULL, ended_epoch INTEGER NOT NULL, run TEXT NOT NULL,
  file TEXT NOT NULL, file_offset INTEGER NOT NULL, file_records INTEGER NOT NULL
)`

/** Returns the statements that create these tables in an empty database. */
export function createStatements(tables: readonly AnyTable[]): string[] {
  return [NAMES, CHECKPOINT, TOUCHED.sqlite, ...tables.flatMap(tableStatements)]
}

function tableStatements(table: AnyTable): string[] {
  const columns = Object.entries(table.columns).map(([name, kind]) => `${name} ${sqlType[kind]} NOT NULL`)
  const sort = isListed(table) ? ['at', 'pos'] : []
  const primary = table.cluster ? [...table.cluster, ...sort] : clusteredByKey(table) ? table.key : undefined
  if (primary) columns.push(`PRIMARY KEY (${primary.join(', ')})`)
  const key = `CREATE UNIQUE INDEX ${table.name}_key ON ${table.name} (${table.key.join(', ')})`
  return [
    `CREATE TABLE ${table.name} (${columns.join(', ')})${primary ? ' WITHOUT ROWID' : ''}`,
    ...(primary === table.key ? [] : [key]),
    ...table.indexes.map(equality => `CREATE INDEX ${indexTarget(table, equality)}`),
  ]
}

/** Stores rows in the order of their key, unless it is a hash, which would scatter new rows over the file. */
function clusteredByKey(table: AnyTable): boolean {
  return !isListed(table) && !table.key.some(column => table.columns[column] === 'hash')
}
