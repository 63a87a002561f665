import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Random } from '@trading-network/simulator'
import type { FastifyInstance } from 'fastify'
import { vi } from 'vitest'
import { createHttp } from '../../src/http/app.ts'
import { ingest } from '../../src/ingest/ingest.ts'
import { createDatabase } from '../../src/ingest/open-writer.ts'
import { openReaders } from '../../src/network/databases.ts'
import { operations } from '../../src/network/open-network.ts'
import { tables } from '../../src/projections/tables.ts'
import { Unavailable } from '../../src/store/database-error.ts'
import type { PostgresReader } from '../../src/store/postgres/reader.ts'
import type { Reading } from '../../src/store/reading/reading.ts'
import { readDatabase } from '../../src/store/sqlite/database-file.ts'
import { SqliteReader } from '../../src/store/sqlite/reader.ts'
import { SqliteWriter } from '../../src/store/sqlite/writer.ts'
import type { Checkpoint } from '../../src/store/tables/checkpoint.ts'
import type { AnyRow } from '../../src/store/tables/rows.ts'
import type { AnyTable } from '../../src/store/tables/table.ts'
import { contents } from '../contents.ts'
import { sourceOf } from '../running.ts'
import { type Faults, linesUpTo, PAUSE_MS, type World } from './history.ts'
import type { Oracle } from './oracle.ts'

const REPLICAS = 2

/** The process that ingests was killed. */
class Killed extends Error {}

/** A writer whose process is killed at its n-th change. */
class MortalWriter extends SqliteWriter {
  #changes: number
  readonly #kill: () => never

  constructor(path: string, changes: number, kill: () => never) {
    super(createDatabase(path))
    this.#changes = changes
    this.#kill = kill
  }

  override put(table: AnyTable, row: AnyRow): void {
    if (this.#changes-- <= 0) this.#kill()
    super.put(table, row)
  }

  override commit(...committed: Parameters<SqliteWriter['commit']>): void {
    if (this.#changes-- <= 0) this.#kill()
    super.commit(...committed)
  }
}

/** A database that serves. It may be down, and a replica lags until it gets a new copy. */
class Server {
  path: string
  down = false
  #reader: SqliteReader

  constructor(path: string) {
    this.path = path
    this.#reader = new SqliteReader(readDatabase(path, tables), tables)
  }

  serve(path: string): void {
    this.#reader.close()
    this.path = path
    this.#reader = new SqliteReader(readDatabase(path, tables), tables)
  }

  get height(): bigint {
    return this.#reader.head().height
  }

  async check(): Promise<void> {}

  async answer<Result>(reading: (head: Checkpoint) => Reading<Result>) {
    if (this.down) throw new Unavailable('it is down')
    return this.#reader.answer(reading)
  }

  async close(): Promise<void> {
    this.#reader.close()
  }
}

/**
 * A primary, replicas that lag behind it, the process that ingests and the service, in one process and with a clock
 * that only the test moves. The databases, the read pool and the HTTP front are the real ones.
 */
export class SqliteWorld implements World {
  readonly #folder: string
  readonly #oracle: Oracle
  readonly #random: Random
  #files = 0
  readonly #primary: Server
  readonly #replicas: readonly Server[]
  app!: FastifyInstance
  readonly faults: Faults = {
    replicate: [3, () => this.replicate()],
    failOver: [2, () => this.failOver()],
    restart: [2, () => this.restart()],
    toggle: [3, () => this.toggle()],
    heal: [2, () => this.heal()],
  }

  private constructor(folder: string, oracle: Oracle, random: Random) {
    this.#folder = folder
    this.#oracle = oracle
    this.#random = random
    this.#primary = new Server(this.#copyOf(oracle.start))
    this.#replicas = Array.from({ length: REPLICAS }, () => new Server(this.#copyOf(oracle.start)))
  }

  static async start(folder: string, oracle: Oracle, random: Random): Promise<SqliteWorld> {
    const world = new SqliteWorld(folder, oracle, random)
    await world.restart()
    return world
  }

  /** The height that a request must be able to reach: that of the primary, unless it is down. */
  get height(): bigint | undefined {
    return this.#primary.down ? undefined : this.#primary.height
  }

  contents(): Promise<unknown> {
    return contents(this.#primary.path)
  }

  /**
   * Ingests some blocks, all events again from the first one. The process is killed at one of its changes, or never.
   */
  async ingest(blocks: number, killedAt = Number.POSITIVE_INFINITY): Promise<void> {
    const lines = linesUpTo(this.#oracle, this.#primary.height, blocks)
    const crashed = this.#path()
    const { path } = this.#primary
    // The reader ends its snapshot. A writer of another process would wait for that.
    await new Promise(setImmediate)
    const writer = new MortalWriter(path, killedAt, () => {
      // The state of the files at the moment of the kill is the state that the next process finds.
      for (const suffix of ['', '-wal'])
        if (existsSync(path + suffix)) copyFileSync(path + suffix, crashed + suffix)
      throw new Killed()
    })
    try {
      const batchEvents = 1 + this.#random.below(400)
      await ingest(sourceOf(lines), writer, { batchEvents })
      writer.close()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      writer.rollback()
      writer.close()
      this.#primary.serve(crashed)
    }
  }

  /** A replica catches up with the primary. */
  replicate(): void {
    const path = this.#path()
    const primary = new DatabaseSync(this.#primary.path, { readOnly: true })
    primary.exec(`VACUUM INTO '${path}'`)
    primary.close()
    this.#random.pick(this.#replicas).serve(path)
  }

  /** The primary is lost with its newest blocks, and a replica takes its place. */
  failOver(): void {
    this.#primary.serve(this.#copyOf(this.#random.pick(this.#replicas).path))
  }

  /** The service ends and starts again, and loses its stored responses. */
  async restart(): Promise<void> {
    await this.app?.close()
    const readers = [this.#primary, ...this.#replicas] as unknown as PostgresReader[]
    const { answer, head } = await openReaders(readers)
    this.app = createHttp({ operations, answer, head })
  }

  /** A database is down, or back again. */
  toggle(): void {
    const server = this.#random.pick([this.#primary, ...this.#replicas])
    server.down = !server.down
    if (!server.down) vi.advanceTimersByTime(PAUSE_MS)
  }

  /** All databases are back, and their pauses have ended. */
  heal(): void {
    for (const server of [this.#primary, ...this.#replicas]) server.down = false
    vi.advanceTimersByTime(PAUSE_MS)
  }

  async close(): Promise<void> {
    await this.app.close()
    for (const server of [this.#primary, ...this.#replicas]) await server.close()
  }

  #copyOf(file: string): string {
    const path = this.#path()
    copyFileSync(file, path)
    return path
  }

  #path(): string {
    return join(this.#folder, `${this.#files++}.sqlite`)
  }
}
