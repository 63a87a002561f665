import pg from 'pg'
import { tables } from '../../src/projections/tables.ts'
import type { TestDatabase } from '../database.ts'

/** Released databases. Emptying one takes a tenth of the time of creating one. */
const free: string[] = []
let made = 0

/** An empty database on a server. */
export async function newPostgresDatabase(server: string): Promise<TestDatabase> {
  const database = free.pop() ?? (await createDatabase(server))
  return {
    database,
    async release() {
      await emptied(database)
      free.push(database)
    },
  }
}

/** A database without tables on a server. */
export async function newBareDatabase(server: string): Promise<TestDatabase> {
  const database = await createDatabase(server)
  const { pathname } = new URL(database)
  return { database, release: () => run(server, `DROP DATABASE ${pathname.slice(1)}`) }
}

async function createDatabase(server: string): Promise<string> {
  const name = `test_${process.pid}_${performance.timeOrigin.toFixed(0)}_${made++}`
  await run(server, `CREATE DATABASE ${name} STRATEGY FILE_COPY`)
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Tables stay after an ingest has created them. */
async function emptied(database: string): Promise<void> {
  const names = ['names', 'checkpoint', 'blocks', ...tables.map(({ name }) => name)]
  await run(database, names.map(name => `DELETE FROM ${name}`).join('; '))
}

/** Runs one or more statements on their own connection. */
export async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
