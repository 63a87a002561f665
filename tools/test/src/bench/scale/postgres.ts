// PostgreSQL as npm installs it, on its own port and in its own folder, as in the tests of the server.

import pg from 'pg'
import { Cluster } from '../../postgres/cluster.ts'
import type { TableSize } from '../database.ts'
import { type FillOptions, fillDatabase } from '../fill.ts'

/** Its database need not survive a crash. */
const SETTINGS = [
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
  'shared_buffers = 512MB',
  'max_wal_size = 4GB',
]

/** Fills a PostgreSQL server of its own, and returns the sizes of the tables, the biggest first. */
export async function fillPostgres(options: FillOptions): Promise<TableSize[]> {
  await using opened = new AsyncDisposableStack()
  const cluster = opened.adopt(await Cluster.create(SETTINGS), cluster => cluster.remove())
  await cluster.start()
  await fillDatabase(cluster.url(), options)
  return await sizesOf(cluster.url())
}

async function sizesOf(url: string): Promise<TableSize[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('VACUUM ANALYZE')
    const { rows } = await client.query(
      `SELECT relname AS name, reltuples::float8 AS rows, pg_table_size(oid)::float8 AS bytes,
         pg_indexes_size(oid)::float8 AS "indexBytes"
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 0
       ORDER BY pg_total_relation_size(oid) DESC`,
    )
    return rows as TableSize[]
  } finally {
    await client.end()
  }
}
