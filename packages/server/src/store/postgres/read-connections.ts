import pg from 'pg'
import { Unavailable } from '../database-error.ts'
import type { Statement } from '../reading/reading.ts'
import type { Checkpoint } from '../tables/checkpoint.ts'
import {
  connectionConfig,
  execute,
  isFull,
  messageOf,
  refusesSettings,
  SET_PLANNING,
  SHOW_PLANNING,
  sent,
} from './connection.ts'
import { MAX_STATEMENTS, prepared } from './prepared-statements.ts'

type ReadStatement = Pick<Statement, 'text' | 'postgres'> & Partial<Pick<Statement, 'values'>>

export type Outcome = PromiseSettledResult<unknown[][]>

const BEGIN = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' }

const POOLED: Session = { names: undefined, opening: [BEGIN, { text: SET_PLANNING }] }

/** Timeouts for opening a connection, and for the rows of a batch. */
const CONNECT_TIMEOUT_MS = 2_000
const QUERY_TIMEOUT_MS = 10_000

/** A connection while one batch uses it. */
export interface ReadConnection {
  readonly session: Session
  /** Sends statements one behind the other, and returns the outcome of each. */
  send(statements: readonly ReadStatement[]): Promise<Outcome[]>
  release(isBroken?: boolean): void
}

/** State of a connection to one server. Behind a pooler, the server may be another one in the next transaction. */
interface Session {
  /** Names of the prepared statements; undefined behind a pooler. */
  readonly names: Set<string> | undefined
  readonly opening: readonly ReadStatement[]
  /** The last checkpoint that this connection has seen; none behind a pooler. */
  head?: Checkpoint
}

/**
 * The connections of a reader. Behind a pooler such as PgBouncer, which hands out a connection per transaction, each
 * transaction sets the planner, and statements have no names.
 */
export class ReadConnections {
  readonly #config: pg.PoolConfig
  readonly #sessions = new WeakMap<pg.PoolClient, Session>()
  #pool: pg.Pool

  constructor(url: string, connections: number) {
    this.#config = {
      ...connectionConfig(url, CONNECT_TIMEOUT_MS),
      query_timeout: QUERY_TIMEOUT_MS,
      pipeline: true,
      max: connections,
      // The last one stays, so that other processes cannot take all that the database allows.
      min: 1,
      idleTimeoutMillis: 60_000,
    }
    this.#pool = newPool(this.#config)
  }

  get counts(): { readonly total: number; readonly idle: number } {
    const { totalCount: total, idleCount: idle } = this.#pool
    return { total, idle }
  }

  /** Takes a connection. Returns undefined if the database refuses another connection than those in use. */
  async take(): Promise<ReadConnection | undefined> {
    try {
      const client = await this.#connect()
      const session = this.#sessions.get(client) ?? (await this.#begin(client))
      return {
        session,
        send: statements => sendAll(client, session.names, statements),
        release: isBroken =>
          client.release(isBroken || (session.names && session.names.size > MAX_STATEMENTS)),
      }
    } catch (error) {
      if (isFull(error) && this.#pool.totalCount > 0) return undefined
      throw error
    }
  }

  async ask(text: string): Promise<unknown[][]> {
    const client = await this.#connect()
    try {
      const rows = await execute(client, text)
      client.release()
      return rows
    } catch (error) {
      client.release(error instanceof Unavailable)
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  /** @throws Unavailable for every failure, since another database may work */
  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect().catch(error => this.#connectToPooler(error))
    } catch (cause) {
      throw new Unavailable(messageOf(cause), { cause })
    }
  }

  #connectToPooler(error: unknown): Promise<pg.PoolClient> {
    if (!refusesSettings(error)) throw error
    const { options, ...config } = this.#config
    if (this.#pool.options.options !== undefined) {
      const refused = this.#pool
      this.#pool = newPool(config)
      void refused.end()
    }
    return this.#pool.connect()
  }

  /** Finds out if the connection has kept its settings. */
  async #begin(client: pg.PoolClient): Promise<Session> {
    const rows = await execute(client, SHOW_PLANNING).catch(error => {
      client.release(true)
      throw error
    })
    const session = rows[0]?.[0] === 'off' ? { names: new Set<string>(), opening: [BEGIN] } : POOLED
    this.#sessions.set(client, session)
    return session
  }
}

/**
 * Sends statements to a connection in pipeline mode, without waiting in between.
 *
 * @param names collects the statements that the connection keeps; undefined if another client may use it in between
 */
function sendAll(
  client: pg.PoolClient,
  names: Set<string> | undefined,
  statements: readonly ReadStatement[],
): Promise<Outcome[]> {
  return Promise.allSettled(
    statements.map(async ({ text: common, postgres = common, values = [] }) => {
      const { text, name } = prepared(postgres)
      if (name !== undefined) names?.add(name)
      const query = { text, values: values.map(sent), rowMode: 'array' } as const
      const { rows } = await client.query<unknown[]>(names && name !== undefined ? { ...query, name } : query)
      return rows
    }),
  )
}

function newPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  // The pool removes an idle connection that breaks. If the connection is in use, its statement fails.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}
