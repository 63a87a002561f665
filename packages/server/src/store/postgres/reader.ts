import { DatabaseError, Unavailable } from '../database-error.ts'
import type { Answered, Asked, Reader, Turns } from '../reading/reading.ts'
import { requireCurrent } from '../tables/format.ts'
import type { AnyTable } from '../tables/table.ts'
import { Batches } from './batches.ts'
import { isUnavailable, unusable } from './connection.ts'
import { formatOf, RESTORE } from './format.ts'
import { type ReadConnection, ReadConnections } from './read-connections.ts'
import { unreadable } from './schema.ts'
import { type Request, Snapshots } from './snapshots.ts'

/** Default number of connections of a process to each database. */
export const CONNECTIONS = 10

const ADVICE = 'make them with: trading-network ingest <events> --mirror postgres://...'

const GRANT = 'grant its user SELECT on all tables, and on those that an upgrade creates'

/** Maximum number of requests per batch. The last of them waits for the statements of all others. */
const BATCH_SIZE = 16

/**
 * Reads from a PostgreSQL database, primary or standby. It never writes. Concurrent readings share a snapshot and a
 * message, since a message costs as much as a page.
 */
export class PostgresReader implements Reader {
  readonly #url: string
  readonly #connections: ReadConnections
  readonly #batches: Batches<Request>
  readonly #tables: readonly AnyTable[]
  readonly #snapshots: Snapshots

  readonly #patience: number

  /**
   * @param connections maximum number of connections; each answers one batch of requests at a time
   * @param patience maximum wait of a request for a free connection, in milliseconds
   */
  constructor(url: string, tables: readonly AnyTable[], connections = CONNECTIONS, patience = 2_000) {
    this.#url = url
    this.#patience = patience
    this.#tables = tables
    this.#snapshots = new Snapshots(tables)
    this.#connections = new ReadConnections(url, connections)
    this.#batches = new Batches({
      places: connections,
      size: BATCH_SIZE,
      run: requests => this.#run(requests),
      refuse: ({ reject }, error) => reject(error),
    })
  }

  async check(): Promise<void> {
    try {
      const format = await formatOf(statement => this.#connections.ask(statement))
      if (format === undefined) throw new DatabaseError(`it has no tables of this service; ${ADVICE}`)
      requireCurrent(format, this.#tables, RESTORE)
      const denied = (await this.#connections.ask(unreadable(this.#tables))).map(([name]) => name)
      if (denied.length > 0) throw new DatabaseError(`permission denied for: ${denied.join(', ')}; ${GRANT}`)
    } catch (error) {
      throw unusable(this.#url, error)
    }
  }

  async answer<Result>(asked: Asked<Result>, _?: bigint, turns?: Turns): Promise<Answered<Result>> {
    const { promise, resolve, reject } = Promise.withResolvers<Answered<Result>>()
    const request = {
      reading: asked,
      resolve: resolve as Request['resolve'],
      reject,
      charged: turns?.charged,
    }
    this.#batches.add(request, this.#patience)
    const answered = await promise
    // The work on the rows is that of their client.
    await turns?.next()
    return answered
  }

  get connections(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    return { ...this.#connections.counts, waiting: this.#batches.waiting }
  }

  async close(): Promise<void> {
    await this.#connections.close()
  }

  async #run(requests: readonly Request[]): Promise<boolean> {
    let connection: ReadConnection | undefined
    try {
      connection = await this.#connections.take()
      if (!connection) return false
      await this.#snapshots.answer(connection, requests)
      connection.release()
    } catch (error) {
      connection?.release(true)
      const isDown = isUnavailable(error) || error instanceof Unavailable
      // A request that has its answer already ignores this.
      for (const { reject } of requests) reject(isDown ? unusable(this.#url, error) : error)
    }
    return true
  }
}
