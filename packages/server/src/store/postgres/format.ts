import {
  formatValues,
  isCurrent,
  LAST_NUMBER,
  PUT_FORMAT,
  READ_FORMAT,
  type StoredFormat,
} from '../tables/format.ts'
import { createIndexes, createTables } from '../tables/schema.ts'
import type { AnyTable } from '../tables/table.ts'
import { type Present, upgradeStatements } from '../tables/upgrade.ts'
import { type Connection, execute, query } from './connection.ts'
import { dialect, vacuumSettings } from './schema.ts'

/** The class of our advisory locks ("TNQA" as a number), and the lock numbers. */
const LOCKS = 0x54_4e_51_41
const FORMAT_LOCK = 1
const WRITER_LOCK = 2

/** The numbered formats of earlier versions. */
const FORMATS = 'CREATE TABLE formats (number bigint PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())'

/**
 * Brings the database to the tables of this version in one transaction. Creates them in an empty database, and upgrades
 * those of an older version. Of several concurrent processes one does it, and the others find it done.
 */
export async function bringToFormat(client: Connection, tables: readonly AnyTable[]): Promise<void> {
  await inTransaction(client, async () => {
    await lockFormat(client)
    const stored = await formatOf(statement => query(client, statement))
    if (stored === undefined) {
      await createEmpty(client, tables)
      for (const statement of createIndexes(tables, dialect)) await execute(client, statement)
    } else if (!isCurrent(stored, tables)) {
      const present = await presentIn(client, stored)
      const statements = [...upgradeStatements(tables, present, dialect), ...vacuumSettings(tables)]
      for (const statement of statements) await execute(client, statement)
    } else return
    await noteFormat(client, tables)
  })
}

async function presentIn(client: Connection, format: StoredFormat): Promise<Present> {
  const columns = new Map<string, Set<string>>()
  for (const [table, column] of await query(
    client,
    'SELECT table_name::text, column_name::text FROM information_schema.columns WHERE table_schema = current_schema()',
  ))
    columns.set(String(table), (columns.get(String(table)) ?? new Set()).add(String(column)))
  // Keys and indexes of read models, each with the number in its condition.
  const indexes = await query(
    client,
    `SELECT indexname::text, coalesce(substring(indexdef from 'WHERE .*?(-\\d+)'), '') FROM pg_indexes
     WHERE schemaname = current_schema() AND indexname ~ '_(key$|by_)'`,
  )
  return {
    format,
    columns,
    indexes: new Map(indexes.map(([name, number]) => [String(name), String(number)])),
  }
}

/** Stops other processes from creating or changing tables until the transaction ends. */
export async function lockFormat(client: Connection): Promise<void> {
  await query(client, 'SELECT pg_advisory_xact_lock(?1, ?2)', [BigInt(LOCKS), BigInt(FORMAT_LOCK)])
}

export async function createEmpty(client: Connection, tables: readonly AnyTable[]): Promise<void> {
  const [row] = await query(
    client,
    `SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  )
  if (row?.[0] !== 0n) throw new Error('it has tables already; give this service a database of its own')
  await execute(client, FORMATS)
  for (const statement of [...createTables(tables, dialect), ...vacuumSettings(tables)])
    await execute(client, statement)
}

export async function noteFormat(client: Connection, tables: readonly AnyTable[]): Promise<void> {
  await query(client, PUT_FORMAT, formatValues(tables))
  await execute(client, `INSERT INTO formats (number) VALUES (${LAST_NUMBER}) ON CONFLICT DO NOTHING`)
}

/** Returns the format of a database, or undefined when it has no tables of ours. */
export async function formatOf(
  ask: (statement: string) => Promise<unknown[][]>,
): Promise<StoredFormat | undefined> {
  const [there] = await ask(`SELECT to_regclass('formats') IS NOT NULL`)
  if (there?.[0] !== 1n) return undefined
  const [row] = await ask('SELECT max(number) FROM formats')
  const number = Number(row?.[0])
  return number === LAST_NUMBER ? (await ask(READ_FORMAT))[0] : number
}

/** Takes the writer's lock until the connection ends. Returns false if another process has it and `wait` is false. */
export async function lockForWriting(client: Connection, wait: boolean): Promise<boolean> {
  const lock = [BigInt(LOCKS), BigInt(WRITER_LOCK)]
  if (!wait) return (await query(client, 'SELECT pg_try_advisory_lock(?1, ?2)', lock))[0]?.[0] === 1n
  await query(client, 'SELECT pg_advisory_lock(?1, ?2)', lock)
  return true
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
