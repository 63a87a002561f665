import { DatabaseSync } from 'node:sqlite'
import { openFiles } from '../src/ingest/files.ts'
import type { IngestOptions } from '../src/ingest/options.ts'
import { tables } from '../src/projections/index.ts'
import { isPostgres } from '../src/store/database-url.ts'
import { connect, query } from '../src/store/postgres/connection.ts'
import { checksumOf } from '../src/store/snapshot/contents.ts'
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

/** Returns the rows of a new database after an ingest of files or folders. */
export async function contentsOf(paths: readonly string[], options: IngestOptions = {}): Promise<unknown> {
  const { database, release } = await newDatabase()
  try {
    await ingestInto(database, await openFiles(paths), options)
    return await contents(database)
  } finally {
    await release()
  }
}

/** Returns all rows of all tables with names as text, since their numbers depend on the batches. */
export async function contents(database: string): Promise<unknown> {
  const statements = [...tables, checkpoint].map(({ name, columns }) => {
    const read = Object.entries(columns).map(([column, kind]) =>
      kind === 'name' ? `(SELECT text FROM names WHERE names.id = ${name}.${column}) AS ${column}` : column,
    )
    return [name, `SELECT ${read.join(', ')} FROM ${name}`] as const
  })
  const all: [name: string, rows: unknown[][]][] = []
  await reading(database, async select => {
    for (const [name, statement] of statements)
      all.push([name, inOrder((await select(statement)).map(spelled))])
  })
  return all
}

/**
 * Returns the number of rows of each table and a checksum of their bytes, with names as text like {@link contents}.
 */
export async function checksums(database: string): Promise<Record<string, string>> {
  const all = (await contents(database)) as [name: string, rows: unknown[][]][]
  return Object.fromEntries(
    all.map(([name, rows]) => {
      const sum = rows.reduce((sum, row) => sum + checksumOf(row), 0n)
      return [name, `${rows.length} rows, checksum ${sum}`]
    }),
  )
}

/** Returns the values of one column, in rising order. */
export async function column(database: string, table: string, name: string): Promise<string[]> {
  let rows: unknown[][] = []
  await reading(database, async select => {
    rows = await select(`SELECT ${name} FROM ${table} ORDER BY ${name}`)
  })
  return rows.map(([value]) => String(value))
}

type Select = (statement: string) => Promise<unknown[][]>

async function reading(database: string, read: (select: Select) => Promise<void>): Promise<void> {
  if (isPostgres(database)) {
    const client = await connect(database, 5_000)
    await read(statement => query(client, statement))
    return client.end()
  }
  const file = new DatabaseSync(database, { readOnly: true, timeout: 60_000 })
  await read(async text => {
    const statement = file.prepare(text)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    return statement.all() as unknown as unknown[][]
  })
  file.close()
}

/** Sorts here, since PostgreSQL stores and so sorts a zero character as another one. */
const inOrder = (rows: readonly unknown[][]) =>
  rows
    .map(row => [row.join('\n'), row] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row)

const spelled = (row: readonly unknown[]) =>
  row.map(value => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value))
