import { setTimeout as wait } from 'node:timers/promises'
import { Cluster } from '@trading-network/test/postgres'
import { connect, execute } from '../../../src/store/postgres/connection.ts'
import { Link } from './link.ts'

const SETTINGS = [
  // A crash of PostgreSQL loses nothing that the system has.
  'fsync = off',
  'full_page_writes = off',
  'wal_keep_size = 512MB',
  'wal_retrieve_retry_interval = 50ms',
]

/** A primary, and a standby that is cut off from it except while it catches up. */
export class Pair {
  #primary: Cluster
  #standby: Cluster
  readonly #replication: Link

  private constructor(primary: Cluster, standby: Cluster, replication: Link) {
    this.#primary = primary
    this.#standby = standby
    this.#replication = replication
  }

  static async start(): Promise<Pair> {
    const primary = await Cluster.create(SETTINGS)
    const replication = await Link.open(primary.port)
    replication.isDown = true
    const standby = await primary.standby(replication.port)
    await primary.start()
    await standby.start()
    return new Pair(primary, standby, replication)
  }

  get primary(): Cluster {
    return this.#primary
  }

  get standby(): Cluster {
    return this.#standby
  }

  /** The standby gets all commits of the primary. */
  async catchUp(): Promise<void> {
    const [position] = await ask(this.#primary, 'SELECT pg_current_wal_flush_lsn()::text')
    this.#replication.isDown = false
    const hasAll = `SELECT (pg_last_wal_replay_lsn() >= '${position}'::pg_lsn)::text`
    while ((await ask(this.#standby, hasAll))[0] !== 'true') await wait(10)
    this.#replication.isDown = true
  }

  /** The primary is lost with the commits that the standby lacks. The standby takes its place, and gets a new standby. */
  async failOver(): Promise<void> {
    await this.#primary.stop('SIGQUIT')
    const promoted = this.#standby
    await ask(promoted, 'SELECT pg_promote()')
    await promoted.stop()
    this.#primary = promoted
    this.#replication.target = promoted.port
    this.#standby = await promoted.standby(this.#replication.port)
    await this.#primary.start()
    await this.#standby.start()
  }

  /** The primary crashes, and starts again. */
  async crash(): Promise<void> {
    await this.#primary.stop('SIGQUIT')
    await this.#primary.start()
  }

  async close(): Promise<void> {
    this.#replication.close()
    await this.#standby.stop('SIGQUIT')
    await this.#primary.stop('SIGQUIT')
    await this.#primary.remove()
  }
}

/** Returns the first row of a statement. */
async function ask(cluster: Cluster, statement: string): Promise<readonly unknown[]> {
  const client = await connect(cluster.url(), 60_000)
  const [row = []] = await execute(client, statement)
  await client.end()
  return row
}
