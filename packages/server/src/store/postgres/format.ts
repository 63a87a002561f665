import { DatabaseError } from '../database-error.ts'
import { READ_FORMAT, type StoredFormat } from '../tables/format.ts'
import { createTables, ownTables } from '../tables/schema.ts'
import type { AnyTable } from '../tables/table.ts'
import { type Connection, execute, query } from './connection.ts'
import { dialect, vacuumSettings } from './schema.ts'

/** The upgrade of a mirror, in words. */
export const RESTORE = 'the next `ingest --mirror` of this version restores it from its file'

/** @throws DatabaseError when the database has tables of anybody */
export async function requireEmpty(client: Connection): Promise<void> {
  const [row] = await query(
    client,
    `SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  )
  if (row?.[0] !== 0n)
    throw new DatabaseError('it has tables already; give this service a database of its own')
}

export async function createAll(client: Connection, tables: readonly AnyTable[]): Promise<void> {
  for (const statement of [...createTables(tables, dialect), ...vacuumSettings(tables)])
    await execute(client, statement)
}

export async function dropTables(client: Connection, tables: readonly AnyTable[]): Promise<void> {
  const names = [...Object.keys(ownTables(dialect)), ...tables.map(({ name }) => name)]
  await execute(client, `DROP TABLE IF EXISTS ${names.join(', ')}`)
}

/** Returns the format of a database, or undefined when it has no tables of ours. */
export async function formatOf(
  ask: (statement: string) => Promise<unknown[][]>,
): Promise<StoredFormat | undefined> {
  const [there] = await ask(`SELECT to_regclass('format') IS NOT NULL`)
  return there?.[0] === 1n ? (await ask(READ_FORMAT))[0] : undefined
}

export async function inTransaction<Result>(client: Connection, run: () => Promise<Result>): Promise<Result> {
  await execute(client, 'BEGIN')
  try {
    const result = await run()
    await execute(client, 'COMMIT')
    return result
  } catch (error) {
    // The connection itself may have failed. Then there is nothing to roll back.
    await execute(client, 'ROLLBACK').catch(() => undefined)
    throw error
  }
}
