import { DatabaseSync } from 'node:sqlite'
import { openFiles } from '../src/ingest/files.ts'
import type { IngestOptions } from '../src/ingest/options.ts'
import type { Source } from '../src/ingest/source.ts'
import { tables } from '../src/projections/index.ts'
import { isPostgres } from '../src/store/database-url.ts'
import { connect, query } from '../src/store/postgres/connection.ts'
import { checkpointTable } from '../src/store/tables/checkpoint.ts'
import { newDatabase } from './database.ts'
import { ingestInto } from './running.ts'

/** Columns that depend on the run of ingest and on its source; the mark of a partial history is one. */
const OF_RUN = [
  ...['run', 'file', 'file_offset', 'file_records'],
  ...['first_block', 'partial_since', 'gaps', 'source'],
]

const checkpoint = {
  name: 'checkpoint',
  columns: Object.fromEntries(
    Object.entries(checkpointTable.columns).filter(([column]) => !OF_RUN.includes(column)),
  ),
}

/** The name and the rows of each table. */
type Contents = readonly (readonly [table: string, rows: readonly unknown[][]])[]

/** Returns the rows of a new database after an ingest of lines, or of files and folders by their paths. */
export async function contentsOf(
  from: Iterable<string> | Source | { readonly paths: readonly string[] },
  options: IngestOptions = {},
): Promise<Contents> {
  const { database, release } = await newDatabase()
  try {
    await ingestInto(database, 'paths' in from ? await openFiles(from.paths) : from, options)
    return await contents(database)
  } finally {
    await release()
  }
}

/** Returns all rows of all tables with names as text, since their numbers depend on the batches. */
export async function contents(database: string): Promise<Contents> {
  const all = [...tables, checkpoint]
  const statements = all.map(({ name, columns }) => {
    const read = Object.entries(columns).map(([column, kind]) =>
      kind === 'name' ? `(SELECT text FROM names WHERE names.id = ${name}.${column}) AS ${column}` : column,
    )
    return `SELECT ${read.join(', ')} FROM ${name}`
  })
  const rows = await selected(database, ...statements)
  return all.map(({ name }, index) => [name, inOrder(rows[index]!.map(spelled))] as const)
}

/** Returns the values of one column, in rising order. */
export async function column(database: string, table: string, name: string): Promise<string[]> {
  const [rows = []] = await selected(database, `SELECT ${name} FROM ${table} ORDER BY ${name}`)
  return rows.map(([value]) => String(value))
}

/** Returns the rows of each statement. Integers are bigints. */
export async function selected(database: string, ...statements: string[]): Promise<unknown[][][]> {
  const all: unknown[][][] = []
  if (isPostgres(database)) {
    const client = await connect(database, 5_000)
    for (const statement of statements) all.push(await query(client, statement))
    await client.end()
    return all
  }
  const file = new DatabaseSync(database, { readOnly: true, timeout: 60_000 })
  for (const text of statements) {
    const statement = file.prepare(text)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    all.push(statement.all() as unknown as unknown[][])
  }
  file.close()
  return all
}

/** Sorts here, since PostgreSQL stores and so sorts a zero character as another one. */
const inOrder = (rows: readonly unknown[][]) =>
  rows
    .map(row => [row.join('\n'), row] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row)

const spelled = (row: readonly unknown[]) =>
  row.map(value => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value))
