import pg from 'pg'
import { DatabaseError, Unavailable } from '../database-error.ts'
import type { Reading, Statement } from '../reading/reading.ts'
import { type Checkpoint, checkpointOf, genesis, HEAD_COLUMNS } from '../tables/checkpoint.ts'
import { requireCurrent } from '../tables/upgrades/steps.ts'
import { connectionConfig, execute, isOfAnother, query, unusable } from './connection.ts'
import { formatOf } from './format.ts'
import { SharedSnapshots } from './shared-snapshots.ts'

export interface PostgresReaderOptions {
  /** Maximum number of connections. Each holds one snapshot at a time. Default 10. */
  readonly connections?: number
  /** Timeouts for opening a connection, and for the rows of a statement; milliseconds. */
  readonly connectTimeout?: number
  readonly statementTimeout?: number
}

const ADVICE = 'make them with: trading-network ingest <events> --database postgres://...'

/** Maximum number of readings per snapshot. The last of them waits for the statements of all others. */
const MAX_SHARING = 16

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
/** The format of the tables, and the checkpoint. */
const HEAD = `SELECT (SELECT max(number) FROM formats), ${HEAD_COLUMNS}
  FROM (SELECT) AS one LEFT JOIN checkpoint ON true`

/** A read-only transaction. All its reads see the same state. */
interface Snapshot {
  readonly client: pg.PoolClient
  readonly head: Checkpoint
  failure?: Error
}

/**
 * Reads from a PostgreSQL database, primary or standby. It never writes. Concurrent readings share a snapshot, and
 * pipeline their statements, since a message costs as much as a page.
 */
export class PostgresReader {
  readonly url: string
  readonly #pool: pg.Pool
  /** One snapshot per connection. The pool itself cannot tell a busy database from one that is down. */
  readonly #snapshots: SharedSnapshots<Snapshot>

  constructor(url: string, options: PostgresReaderOptions = {}) {
    const { connections = 10, connectTimeout = 2_000, statementTimeout = 10_000 } = options
    this.url = url
    this.#snapshots = new SharedSnapshots({
      pool: connections,
      leases: MAX_SHARING,
      open: () => this.#begin(),
      close: finish,
    })
    this.#pool = new pg.Pool({
      ...connectionConfig(url, connectTimeout),
      query_timeout: statementTimeout,
      pipeline: true,
      max: connections,
      idleTimeoutMillis: 60_000,
    })
    // The pool removes an idle connection that breaks. If the connection is in use, its statement fails.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', client => client.on('error', () => undefined))
  }

  /**
   * Checks that the database is usable.
   *
   * @throws Unavailable when it cannot be reached now
   * @throws DatabaseError when it is not one of ours or has another format
   */
  async check(): Promise<void> {
    const client = await this.#connect()
    try {
      const format = await formatOf(client)
      if (format === undefined) throw new DatabaseError(`it has no tables of this service; ${ADVICE}`)
      requireCurrent(format)
    } catch (error) {
      throw unusable(this.url, error)
    } finally {
      client.release()
    }
  }

  /**
   * Runs a reading. All of its statements and the checkpoint see the same state.
   *
   * @param patience maximum wait for a free connection, in milliseconds
   * @throws Unavailable when the database is unavailable now
   * @throws Busy when no connection was free in time
   */
  async answer<Result>(
    reading: (head: Checkpoint) => Reading<Result>,
    patience = 2_000,
  ): Promise<{ result: Result; head: Checkpoint }> {
    const deadline = performance.now() + patience
    for (;;) {
      try {
        return await this.#snapshots.use(deadline - performance.now(), snapshot =>
          this.#read(snapshot, reading),
        )
      } catch (error) {
        if (!isOfAnother(error)) throw error
      }
    }
  }

  /** The number of connections, of idle connections, and of requests that wait for one. */
  get connections(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: total, idleCount: idle } = this.#pool
    return { total, idle, waiting: this.#snapshots.waiting }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #begin(): Promise<Snapshot> {
    const client = await this.#connect()
    try {
      const [, rows] = await Promise.all([execute(client, BEGIN), query(client, HEAD)])
      return { client, head: headIn(rows[0]) }
    } catch (error) {
      client.release(true)
      throw error instanceof Unavailable ? unusable(this.url, error) : error
    }
  }

  async #read<Result>(
    snapshot: Snapshot,
    reading: (head: Checkpoint) => Reading<Result>,
  ): Promise<{ result: Result; head: Checkpoint }> {
    const { client, head } = snapshot
    try {
      return { result: await drive(client, reading(head)), head }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      snapshot.failure = unusable(this.url, error)
      throw snapshot.failure
    }
  }

  #connect(): Promise<pg.PoolClient> {
    return this.#pool.connect().catch(cause => {
      // Another database may work, whatever the reason of this failure.
      throw new Unavailable(unusable(this.url, cause).message, { cause })
    })
  }
}

async function finish({ client, failure }: Snapshot): Promise<void> {
  if (failure) return client.release(failure)
  await execute(client, 'ROLLBACK').then(
    () => client.release(),
    error => client.release(error),
  )
}

function headIn([format, ...checkpoint]: readonly unknown[] = []): Checkpoint {
  // A standby may lag behind an upgrade, or the service may be older than the database.
  try {
    requireCurrent(Number(format ?? 0))
  } catch (cause) {
    throw new Unavailable((cause as Error).message, { cause })
  }
  return checkpointOf(checkpoint) ?? genesis
}

async function drive<Result>(client: pg.ClientBase, reading: Reading<Result>): Promise<Result> {
  let step = reading.next()
  while (!step.done) step = reading.next(await run(client, step.value))
  return step.value
}

/** The database returns edges as rows. Joining them here costs less than in the database. */
async function run(client: pg.ClientBase, statement: Statement): Promise<unknown[][]> {
  const { text, postgres = text, joined, values } = statement
  const rows = await query(client, postgres, values)
  return joined ? [[BigInt(rows.length), rows.map(([edge]) => edge).join(',')]] : rows
}
