// PostgreSQL as npm installs it, on its own port and in its own folder, as in the tests of the server.
import { Cluster } from '@trading-network/testing/postgres'
import pg from 'pg'
import type { TableSize } from '../database.ts'
import { fillDatabase } from '../fill/fill.ts'
import type { Filled } from './storage.ts'

/** Its databases need not survive a crash. */
const SETTINGS = [
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
  'shared_buffers = 512MB',
  'max_wal_size = 4GB',
]

/** Starts a PostgreSQL server with databases of these sizes. The caller removes the cluster. */
export async function fillCluster(
  sizes: readonly number[],
  use: (filled: readonly Filled[]) => Promise<void>,
): Promise<void> {
  const cluster = await Cluster.create(SETTINGS)
  try {
    await cluster.start()
    const filled: Filled[] = []
    for (const orders of sizes) {
      await query(cluster.url(), `CREATE DATABASE orders_${orders}`)
      const database = cluster.url(`orders_${orders}`)
      filled.push({ orders, database, filling: await fillDatabase(database, { orders, dense: true }) })
      await query(database, 'VACUUM ANALYZE')
    }
    await use(filled)
  } finally {
    await cluster.remove()
  }
}

/** The tables that have rows, the biggest first. */
export async function postgresSizes(database: string): Promise<TableSize[]> {
  const rows = await query(
    database,
    `SELECT relname AS name, reltuples::float8 AS rows, pg_table_size(oid)::float8 AS bytes,
       pg_indexes_size(oid)::float8 AS "indexBytes"
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 0
     ORDER BY pg_total_relation_size(oid) DESC`,
  )
  return rows as TableSize[]
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
