import pg from 'pg'
import { type Checkpoint, genesis } from './checkpoint.ts'
import { connectionConfig, isUnavailable, query, unusable } from './postgres.ts'
import { CHECKPOINT_COLUMNS, checkpointOf } from './postgres-checkpoint.ts'
import { formatOf } from './postgres-format.ts'
import type { Reading, Statement } from './reading.ts'
import { requireCurrent } from './upgrades.ts'

/** A database that cannot answer now; another one may. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

export interface PostgresReaderOptions {
  /** Connections at most; each answers one request at a time. Default 10. */
  readonly connections?: number
  /** How long to wait for a connection, and how long for the rows of a statement; milliseconds. */
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

  constructor(url: string, options: PostgresReaderOptions = {}) {
    const { connections = 10, connectTimeout = 2_000, statementTimeout = 10_000 } = options
    this.url = url
    this.#pool = new pg.Pool({
      ...connectionConfig(url, connectTimeout),
      query_timeout: statementTimeout,
      max: connections,
      idleTimeoutMillis: 60_000,
    })
    // A connection that breaks while it is idle leaves the pool by itself.
    this.#pool.on('error', () => undefined)
  }

  /**
   * Makes sure that the database is one to answer from.
   *
   * @throws Unavailable when it cannot be asked now; DatabaseError when it is none of ours or has another format
   */
  async check(): Promise<void> {
    const client = await this.#connect()
    try {
      const format = await asked(this.url, () => formatOf(client))
      if (format === undefined) throw new Error(`it has no tables of this service; ${ADVICE}`)
      requireCurrent(format)
    } catch (error) {
      throw error instanceof Unavailable ? error : unusable(this.url, error)
    } finally {
      client.release()
    }
  }

  /**
   * Runs a reading; all of its statements and the checkpoint see the same state.
   *
   * @throws Unavailable when the database cannot answer now
   */
  async answer<Result>(
    reading: (head: Checkpoint) => Reading<Result>,
  ): Promise<{ result: Result; head: Checkpoint }> {
    const client = await this.#connect()
    let broken: Error | undefined
    try {
      const head = await asked(this.url, () => begin(client))
      const drive = reading(head)
      let step = drive.next()
      while (!step.done) {
        const statement = step.value
        const rows = await asked(this.url, () => run(client, statement))
        step = drive.next(rows)
      }
      return { result: step.value, head }
    } catch (error) {
      if (error instanceof Unavailable) broken = error
      throw error
    } finally {
      // Nobody waits for the end of a transaction that changed nothing.
      if (broken) client.release(broken)
      else
        client.query('ROLLBACK').then(
          () => client.release(),
          error => client.release(error),
        )
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  #connect(): Promise<pg.PoolClient> {
    return this.#pool.connect().catch(cause => {
      throw new Unavailable(unusable(this.url, cause).message, { cause })
    })
  }
}

async function begin(client: pg.ClientBase): Promise<Checkpoint> {
  const results = (await client.query({ text: BEGIN, rowMode: 'array' })) as unknown as pg.QueryArrayResult[]
  const [format, ...checkpoint] = results.at(-1)?.rows[0] ?? []
  // A standby may lag behind an upgrade, a service may have been left behind by one.
  try {
    requireCurrent(Number(format ?? 0))
  } catch (cause) {
    throw new Unavailable((cause as Error).message, { cause })
  }
  return checkpointOf(checkpoint) ?? genesis
}

/** Edges come as rows and are joined here, which costs less than in the database. */
async function run(client: pg.ClientBase, { text, rows, values }: Statement): Promise<unknown[][]> {
  if (rows === undefined) return query(client, text, values)
  const edges = await query(client, rows, values)
  return [[BigInt(edges.length), edges.map(([edge]) => edge).join(',')]]
}

async function asked<Result>(url: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (cause) {
    if (cause instanceof Unavailable || !isUnavailable(cause)) throw cause
    throw new Unavailable(unusable(url, cause).message, { cause })
  }
}
