import pg from 'pg'
// The same server that the suite runs on: PostgreSQL as npm installs it, on a port and in a folder of its own.
import { Cluster } from '../../../../packages/server/test/postgres/cluster.ts'
import type { TableSize } from '../database.ts'
import type { StatusLine } from '../status-line.ts'
import { seed } from './seeding.ts'
import type { Seeded } from './storage.ts'

/** A PostgreSQL server for the run, with a database for each scale. */
export class PostgresServer {
  readonly #cluster: Cluster

  private constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  /** Starts one; what is on it need not survive a crash. */
  static async start(): Promise<PostgresServer> {
    const cluster = await Cluster.create([
      'fsync = off',
      'synchronous_commit = off',
      'full_page_writes = off',
      'shared_buffers = 512MB',
      'max_wal_size = 4GB',
    ])
    await cluster.start()
    return new PostgresServer(cluster)
  }

  async databases(scales: readonly number[], status: StatusLine): Promise<Seeded[]> {
    const seeded: Seeded[] = []
    for (const [number, scale] of scales.entries()) {
      await this.#ask(this.#cluster.url(), `CREATE DATABASE scale_${number}`)
      const database = this.#cluster.url(`scale_${number}`)
      seeded.push({ scale, database, seeding: await seed(database, scale, status) })
      await this.#ask(database, 'VACUUM ANALYZE')
    }
    return seeded
  }

  /** The tables with any rows, the biggest first. */
  async sizes(database: string): Promise<TableSize[]> {
    const rows = await this.#ask(
      database,
      `SELECT relname AS name, reltuples::float8 AS rows, pg_table_size(oid)::float8 AS bytes,
         pg_indexes_size(oid)::float8 AS "indexBytes"
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 0
       ORDER BY pg_total_relation_size(oid) DESC`,
    )
    return rows as TableSize[]
  }

  remove(): Promise<void> {
    return this.#cluster.remove()
  }

  async #ask(url: string, sql: string): Promise<unknown[]> {
    const client = new pg.Client(url)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
}
