import { checkpointTable } from '../tables/checkpoint.ts'
import { changesOf, madeBy, newIngest, requireOlder, type StoredFormat } from '../tables/format.ts'
import { ownTables } from '../tables/schema.ts'
import { type AnyTable, type ColumnKind, isListed } from '../tables/table.ts'
import { dialect } from './schema.ts'

/** The tables of a database as they are now. */
export interface Present {
  readonly format: StoredFormat
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>
  readonly indexes: ReadonlySet<string>
}

/** Tables of earlier versions that this one does not have. */
const DROPPED = ['touched']

/**
 * Returns the statements that bring a database to the tables of this version. New columns and a changed JSON are
 * computed from the rows, by the expressions in the tables.
 *
 * @throws Error when the rows lack the data, or a newer version made the tables
 */
export function upgradeStatements(tables: readonly AnyTable[], present: Present): string[] {
  requireOlder(present.format)
  const missing = () => new Error(newIngest(madeBy(present.format)))
  const wanted = tables.flatMap(table => dialect.indexes(table))
  const stale = [...present.indexes].filter(name => !wanted.some(index => index.name === name))
  const created = Object.entries(ownTables(dialect)).filter(([name]) => !present.columns.has(name))
  const columns = [...tables, checkpointTable].flatMap(table => {
    const stored = present.columns.get(table.name)
    if (!stored) throw missing()
    return [
      ...[...stored]
        .filter(name => !(name in table.columns))
        .map(name => `ALTER TABLE ${table.name} DROP COLUMN ${name}`),
      ...Object.entries(table.columns)
        .filter(([name]) => !stored.has(name))
        .flatMap(([name, kind]) => {
          const value = table.added?.[name]
          if (value === undefined || kind === 'hash') throw missing()
          return [addColumn(table.name, name, kind), ...filled(table.name, name, kind, value)]
        }),
    ]
  })
  return [
    ...DROPPED.filter(name => present.columns.has(name)).map(name => `DROP TABLE ${name}`),
    ...created.map(([, statement]) => statement),
    ...stale.map(name => `DROP INDEX ${name}`),
    ...jsonStatements(tables, present),
    ...columns,
    ...wanted.filter(({ name }) => !present.indexes.has(name)).map(({ create }) => create),
  ]
}

/** Changes the stored JSON, and renames the run of ingest, which is a part of every tag. */
function jsonStatements(tables: readonly AnyTable[], { format }: Present): string[] {
  const done = typeof format === 'number' ? [] : String(format[2]).split('\n')
  const statements = tables.flatMap(table =>
    Object.entries(table.changes ?? {})
      .filter(([change]) => !done.includes(`${table.name} ${change}`))
      .map(([, json]) => `UPDATE ${table.name} SET ${isListed(table) ? 'edge' : 'node'} = ${json}`),
  )
  const number = changesOf(tables).length
  return statements.length > 0 ? [...statements, `UPDATE checkpoint SET run = run || '+${number}'`] : []
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
