import pg from 'pg'
import { Unavailable } from '../database-error.ts'
import { Full } from './batches.ts'
import {
  connectionConfig,
  isFull,
  isUnavailable,
  refusesSettings,
  SET_PLANNING,
  SHOW_PLANNING,
  unusable,
} from './connection.ts'
import { type FlightStatement, fly, type Landing } from './flight.ts'
import { KeptStatements } from './prepared-statements.ts'

const BEGIN = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' }

/** Timeouts for opening a connection, and for the rows of a batch. */
const CONNECT_TIMEOUT_MS = 2_000
const QUERY_TIMEOUT_MS = 10_000

/** A connection while one batch uses it. */
export interface ReadConnection {
  /** The statements that open a transaction. */
  readonly opening: readonly FlightStatement[]
  fly(statements: readonly FlightStatement[]): Promise<Landing>
  release(isBroken?: boolean): void
}

/** What PostgreSQL keeps for a connection. Behind a pooler it keeps nothing from one transaction to the next. */
interface Session {
  readonly kept: KeptStatements | undefined
  readonly opening: readonly FlightStatement[]
}

const POOLED: Session = { kept: undefined, opening: [BEGIN, { text: SET_PLANNING }] }

/**
 * The connections of a reader. Behind a pooler such as PgBouncer, which hands out a connection per transaction, each
 * transaction sets the planner, and statements have no names.
 */
export class ReadConnections {
  readonly #url: string
  readonly #config: pg.PoolConfig
  readonly #sessions = new WeakMap<pg.PoolClient, Session>()
  #pool: pg.Pool

  /** @param connections maximum number of connections */
  constructor(url: string, connections: number) {
    this.#url = url
    this.#config = {
      ...connectionConfig(url, CONNECT_TIMEOUT_MS),
      query_timeout: QUERY_TIMEOUT_MS,
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

  /**
   * Takes a connection. Returns the error if the database is unavailable.
   *
   * @throws Full when the database refuses another connection than those in use
   */
  async take(): Promise<ReadConnection | Unavailable> {
    try {
      const client = await this.#connect()
      const { kept, opening } = this.#sessions.get(client) ?? (await this.#begin(client))
      return {
        opening,
        fly: statements => fly(client, kept, statements),
        release: isBroken => client.release(isBroken),
      }
    } catch (cause) {
      if (isFull(cause) && this.#pool.totalCount > 0) throw new Full((cause as Error).message)
      // Another database may work, whatever the reason of this failure.
      return new Unavailable(unusable(this.#url, cause).message, { cause })
    }
  }

  /** Runs one statement. */
  async ask(text: string): Promise<unknown[][]> {
    const client = await this.#connect().catch(cause => {
      throw new Unavailable(unusable(this.#url, cause).message, { cause })
    })
    const { rows, failure } = await fly(client, undefined, [{ text }])
    client.release(isUnavailable(failure))
    if (failure) throw failure
    return rows[0] ?? []
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      if (!refusesSettings(error)) throw error
      const { options, ...config } = this.#config
      if (this.#pool.options.options !== undefined) {
        const refused = this.#pool
        this.#pool = newPool(config)
        void refused.end()
      }
      return this.#pool.connect()
    }
  }

  /** Finds out if the connection has kept its settings. */
  async #begin(client: pg.PoolClient): Promise<Session> {
    const { rows, failure } = await fly(client, undefined, [{ text: SHOW_PLANNING }])
    if (failure) {
      client.release(true)
      throw failure
    }
    const isOwn = rows[0]?.[0]?.[0] === 'off'
    const session = isOwn ? { kept: new KeptStatements(), opening: [BEGIN] } : POOLED
    this.#sessions.set(client, session)
    return session
  }
}

function newPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  // The pool removes an idle connection that breaks. If the connection is in use, its statement fails.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}
