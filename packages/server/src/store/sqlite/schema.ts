import { indexTarget } from '../tables/index-condition.ts'
import { isLimited, retentionIndex } from '../tables/retention.ts'
import type { Dialect, Index } from '../tables/schema.ts'
import { type AnyTable, isListed } from '../tables/table.ts'

/** Marks the file as ours (the bytes TNQA), so that we never write to another program's database. */
export const APPLICATION = 0x54_4e_51_41

export const dialect: Dialect = {
  types: { name: 'INTEGER', hash: 'BLOB', integer: 'INTEGER', text: 'TEXT' },
  names: 'CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)',
  createTable(table, columns) {
    const primary = primaryOf(table)
    const key = primary ? [`PRIMARY KEY (${primary.join(', ')})`] : []
    return `CREATE TABLE ${table.name} (${[...columns, ...key].join(', ')})${primary ? ' WITHOUT ROWID' : ''}`
  },
  indexes: indexesOf,
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
    ...(primaryOf(table) === table.key ? [] : [{ name, create }]),
    ...table.indexes.map(equality => {
      const { name, target } = indexTarget(table, equality)
      return { name, create: `CREATE INDEX ${name} ON ${target}` }
    }),
    ...(isLimited(table) ? [retentionIndex(table)] : []),
  ]
}
