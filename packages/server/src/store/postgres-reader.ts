import pg from 'pg'
import { type Checkpoint, genesis } from './checkpoint.ts'
import { DatabaseError, Unavailable } from './database-error.ts'
import { connectionConfig, execute, query, unusable } from './postgres.ts'
import { CHECKPOINT_COLUMNS, checkpointOf } from './postgres-checkpoint.ts'
import { formatOf } from './postgres-format.ts'
import type { Reading, Statement } from './reading.ts'
import { Turns } from './turns.ts'
import { requireCurrent } from './upgrades.ts'

export interface PostgresReaderOptions {
  /** Connections at most; each answers one request at a time. Default 10. */
  readonly connections?: number
  /** How long making a connection may take, and how long the rows of a statement; milliseconds. */
  readonly connectTimeout?: number
  readonly statementTimeout?: number
}

const ADVICE = 'make them with: trading-network ingest <events> --database postgres://...'

/** All statements of an answer see one snapshot, and can change nothing. */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SELECT (SELECT max(number) FROM formats), ${CHECKPOINT_COLUMNS} FROM (SELECT) AS one LEFT JOIN checkpoint ON true`

/** Answers from a PostgreSQL database, primary or standby; never writes. */
export class PostgresReader {
  readonly url: string
  readonly #pool: pg.Pool
  /** Whose turn it is to use a connection: the pool itself cannot tell a busy database from one that is down. */
  readonly #turns: Turns

  constructor(url: string, options: PostgresReaderOptions = {}) {
    const { connections = 10, connectTimeout = 2_000, statementTimeout = 10_000 } = options
    this.url = url
    this.#turns = new Turns(connections)
    this.#pool = new pg.Pool({
      ...connectionConfig(url, connectTimeout),
      query_timeout: statementTimeout,
      max: connections,
      idleTimeoutMillis: 60_000,
    })
    // A connection that breaks leaves the pool by itself when idle; in use, its statement says that it broke.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', client => client.on('error', () => undefined))
  }

  /**
   * Makes sure that the database is one to answer from.
   *
   * @throws Unavailable when it cannot be asked now; DatabaseError when it is none of ours or has another format
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
   * Runs a reading; all of its statements and the checkpoint see the same state.
   *
   * @param patience how long to wait for a free connection, in milliseconds
   * @throws Unavailable when the database cannot answer now
   * @throws Busy when no connection was free in time
   */
  async answer<Result>(
    reading: (head: Checkpoint) => Reading<Result>,
    patience = 2_000,
  ): Promise<{ result: Result; head: Checkpoint }> {
    await this.#turns.take(patience)
    const client = await this.#connect().catch(error => {
      this.#turns.give()
      throw error
    })
    const release = (broken?: Error) => {
      client.release(broken)
      this.#turns.give()
    }
    let broken: Error | undefined
    try {
      const head = await begin(client)
      return { result: await drive(client, reading(head)), head }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      broken = unusable(this.url, error)
      throw broken
    } finally {
      // Nobody waits for the end of a transaction that changed nothing.
      if (broken) release(broken)
      else
        execute(client, 'ROLLBACK').then(
          () => release(),
          error => release(error),
        )
    }
  }

  /** Connections there are, those of them that nobody uses, and requests that wait for one. */
  get connections(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: total, idleCount: idle } = this.#pool
    return { total, idle, waiting: this.#turns.waiting }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  #connect(): Promise<pg.PoolClient> {
    return this.#pool.connect().catch(cause => {
      // Whatever keeps it from answering, another one may.
      throw new Unavailable(unusable(this.url, cause).message, { cause })
    })
  }
}

async function begin(client: pg.ClientBase): Promise<Checkpoint> {
  const [format, ...checkpoint] = (await execute(client, BEGIN))[0] ?? []
  // A standby may lag behind an upgrade, a service may have been left behind by one.
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

/** Edges come as rows and are joined here, which costs less than in the database. */
async function run(client: pg.ClientBase, statement: Statement): Promise<unknown[][]> {
  const { text, postgres = text, joined, values } = statement
  const rows = await query(client, postgres, values)
  return joined ? [[BigInt(rows.length), rows.map(([edge]) => edge).join(',')]] : rows
}
