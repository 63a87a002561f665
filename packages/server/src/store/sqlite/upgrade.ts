import { checkpointTable } from '../tables/checkpoint.ts'
import { changesOf, newIngest, requireOlder, type StoredFormat } from '../tables/format.ts'
import { ownTables } from '../tables/schema.ts'
import { type ColumnKind, isListed } from '../tables/table.ts'
import { hasChangeLog } from './change-log.ts'
import { dialect } from './schema.ts'
import type { Sqlite } from './sqlite.ts'

/**
 * Returns the statements that bring a database of a format to the tables of this version. New columns and a changed JSON are
 * computed from the rows, by the expressions in the tables.
 *
 * @throws Error when the rows lack the data, or a newer version made the tables
 */
export function upgradeStatements(sqlite: Sqlite, format: StoredFormat): string[] {
  requireOlder(format)
  const { tables } = sqlite
  const present = columnsIn(sqlite)
  const indexes = sqlite
    .all(`SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`, [])
    .map(([name]) => String(name))
  const wanted = tables.flatMap(table => dialect.indexes(table))
  const stale = indexes.filter(name => !wanted.some(index => index.name === name))
  const created = Object.entries(ownTables(dialect)).filter(([name]) => !present.has(name))
  const columns = [...tables, checkpointTable].flatMap(table => {
    const stored = present.get(table.name)
    if (!stored) throw newIngest(format)
    return [
      ...[...stored]
        .filter(name => !(name in table.columns))
        .map(name => `ALTER TABLE ${table.name} DROP COLUMN ${name}`),
      ...Object.entries(table.columns)
        .filter(([name]) => !stored.has(name))
        .flatMap(([name, kind]) => {
          const value = table.added?.[name]
          if (value === undefined || kind === 'hash') throw newIngest(format)
          return [addColumn(table.name, name, kind), ...filled(table.name, name, kind, value)]
        }),
    ]
  })
  return [
    ...created.map(([, statement]) => statement),
    ...stale.map(name => `DROP INDEX ${name}`),
    ...jsonStatements(sqlite, format),
    ...columns,
    ...wanted.filter(({ name }) => !indexes.includes(name)).map(({ create }) => create),
  ]
}

/** Returns the columns of each table. */
function columnsIn(sqlite: Sqlite): ReadonlyMap<string, ReadonlySet<string>> {
  const columns = new Map<string, Set<string>>()
  for (const [table, column] of sqlite.all(
    `SELECT m.name, i.name FROM sqlite_schema m, pragma_table_info(m.name) i WHERE m.type = 'table'`,
    [],
  ))
    columns.set(String(table), (columns.get(String(table)) ?? new Set()).add(String(column)))
  return columns
}

/**
 * Changes the stored JSON, and renames the runs of ingest, which are a part of every tag. The log of changes has their new
 * names, too, so that a mirror that was behind is still known.
 */
function jsonStatements(sqlite: Sqlite, format: StoredFormat): string[] {
  const { tables } = sqlite
  const done = String(format[2]).split('\n')
  const statements = tables.flatMap(table =>
    Object.entries(table.changes ?? {})
      .filter(([change]) => !done.includes(`${table.name} ${change}`))
      .map(([, json]) => `UPDATE ${table.name} SET ${isListed(table) ? 'edge' : 'node'} = ${json}`),
  )
  if (statements.length === 0) return []
  const mark = `'+${changesOf(tables).length}'`
  const inLog = `UPDATE changes SET state = substr(state, 1, instr(state, ' ') - 1) || ${mark} || substr(state, instr(state, ' '))`
  return [
    ...statements,
    `UPDATE checkpoint SET run = run || ${mark}`,
    ...(hasChangeLog(sqlite) ? [inLog] : []),
  ]
}

/** Returns the statement that adds a column with an empty value. */
function addColumn(table: string, column: string, kind: ColumnKind): string {
  const empty = { name: '0', hash: "x''", integer: '0', text: "''" }[kind]
  return `ALTER TABLE ${table} ADD COLUMN ${column} ${dialect.types[kind]} NOT NULL DEFAULT ${empty}`
}

function filled(table: string, column: string, kind: ColumnKind, value: string): string[] {
  if (kind !== 'name') return [`UPDATE ${table} SET ${column} = ${value}`]
  return [
    `INSERT INTO names (text) SELECT DISTINCT ${value} FROM ${table} WHERE true ON CONFLICT DO NOTHING`,
    `UPDATE ${table} SET ${column} = (SELECT id FROM names WHERE names.text = ${value})`,
  ]
}
