import { indexCondition, indexTarget, ordersOf } from '../tables/index-condition.ts'
import { isLimited, retentionIndex } from '../tables/retention.ts'
import { type Dialect, type Index, ownTables } from '../tables/schema.ts'
import { type AnyTable, dependentsOf } from '../tables/table.ts'

export const dialect: Dialect = {
  // Text compares by bytes like SQLite, independent of the locale of the cluster.
  types: { name: 'bigint', hash: 'bytea', integer: 'bigint', text: 'text COLLATE "C"' },
  // Names are unique by hash, since one may be too long for an ordered index.
  names: `CREATE TABLE names (
    id bigint PRIMARY KEY,
    text text COLLATE "C" NOT NULL, CONSTRAINT names_text EXCLUDE USING hash (text WITH =)
  )`,
  // Leaves room on each page for updated rows. Then an update that changes no indexed column touches no index.
  createTable: ({ name }, columns) => `CREATE TABLE ${name} (${columns.join(', ')}) WITH (fillfactor = 90)`,
  indexes: indexesOf,
}

/** Returns the statement that reads the names of the tables which this user may not read. */
export function unreadable(tables: readonly AnyTable[]): string {
  const names = [...Object.keys(ownTables(dialect)), ...tables.map(({ name }) => name)]
  return `SELECT relname FROM pg_class
    WHERE relname IN (${names.map(name => `'${name}'`).join(', ')}) AND NOT has_table_privilege(oid, 'SELECT')
      AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'format'::regclass) ORDER BY relname`
}

/**
 * Returns the statements that make autovacuum visit the tables with a limited history after a twentieth of their rows
 * has gone, rather than a fifth. Space that it has not freed is not used again.
 */
export function vacuumSettings(tables: readonly AnyTable[]): string[] {
  return tables
    .filter(isLimited)
    .flatMap(table => [table, ...dependentsOf(table)])
    .map(({ name }) => `ALTER TABLE ${name} SET (autovacuum_vacuum_scale_factor = 0.05)`)
}

function indexesOf(table: AnyTable): Index[] {
  const name = `${table.name}_key`
  const key = `ALTER TABLE ${table.name} ADD CONSTRAINT ${name} PRIMARY KEY (${table.key.join(', ')})`
  return [
    { name, create: key },
    ...ordersOf(table).map(equality => {
      const { name, target } = indexTarget(table, equality)
      const condition = indexCondition(table, equality)
      return { name, create: `CREATE INDEX ${name} ON ${target}${condition ? ` WHERE ${condition}` : ''}` }
    }),
    ...(isLimited(table) ? [retentionIndex(table)] : []),
  ]
}
