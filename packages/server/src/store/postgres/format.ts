import { FORMAT } from '../tables/schema.ts'
import type { AnyTable } from '../tables/table.ts'
import { stepsFrom, upgrades } from '../tables/upgrades/steps.ts'
import type { Upgrade } from '../tables/upgrades/upgrade.ts'
import { type Connection, execute, query } from './connection.ts'
import { createIndexes, createTables } from './schema.ts'

/** The class of our advisory locks ("TNQA" as a number), and the lock numbers. */
const LOCKS = 0x54_4e_51_41
const FORMAT_LOCK = 1
const WRITER_LOCK = 2

/** All formats that the database has had. The highest one is current. */
const FORMATS = 'CREATE TABLE formats (number bigint PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())'

/**
 * Brings the database to this version's format in one transaction. Creates the tables in an empty database, and
 * upgrades an older one. Of several concurrent processes one does it, and the others find it done.
 */
export async function bringToFormat(
  client: Connection,
  tables: readonly AnyTable[],
  known: readonly Upgrade[] = upgrades,
  target = FORMAT,
): Promise<void> {
  await inTransaction(client, async () => {
    await lockFormat(client)
    const format = await formatOf(statement => query(client, statement))
    if (format === undefined) {
      await createEmpty(client, tables)
      for (const statement of createIndexes(tables)) await execute(client, statement)
      await noteFormat(client, target)
      return
    }
    for (const { to, postgres } of stepsFrom(format, known, target)) {
      for (const statement of postgres) await execute(client, statement)
      await noteFormat(client, to)
    }
  })
}

/** Stops other processes from creating or changing tables until the transaction ends. */
export async function lockFormat(client: Connection): Promise<void> {
  await query(client, 'SELECT pg_advisory_xact_lock(?1, ?2)', [BigInt(LOCKS), BigInt(FORMAT_LOCK)])
}

/** Creates the tables, without keys and indexes, in a database that has no tables. */
export async function createEmpty(client: Connection, tables: readonly AnyTable[]): Promise<void> {
  const [row] = await query(
    client,
    `SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  )
  if (row?.[0] !== 0n) throw new Error('it has tables already; give this service a database of its own')
  await execute(client, FORMATS)
  for (const statement of createTables(tables)) await execute(client, statement)
}

export async function noteFormat(client: Connection, format: number): Promise<void> {
  await query(client, 'INSERT INTO formats (number) VALUES (?1)', [BigInt(format)])
}

/** Returns the format of a database, or undefined when it has no tables of ours. */
export async function formatOf(
  ask: (statement: string) => Promise<unknown[][]>,
): Promise<number | undefined> {
  const [there] = await ask(`SELECT to_regclass('formats') IS NOT NULL`)
  if (there?.[0] !== 1n) return undefined
  const [row] = await ask('SELECT max(number) FROM formats')
  return Number(row?.[0])
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
