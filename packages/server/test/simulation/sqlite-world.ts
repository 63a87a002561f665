import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Random } from '@trading-network/simulator'
import type { FastifyInstance } from 'fastify'
import { vi } from 'vitest'
import { createHttp } from '../../src/http/app.ts'
import { ingest } from '../../src/ingest/ingest.ts'
import { type Network, openDatabases, operations } from '../../src/network/open-network.ts'
import { contents } from '../contents.ts'
import { Killed, mortalWriter } from '../mortal-writer.ts'
import { sourceOf } from '../running.ts'
import type { Oracle } from './oracle.ts'

/** Longer than the interval between looks at the file; milliseconds. */
const PAUSE_MS = 1_100

/** The events beside requests, each with its weight. */
export type Faults = Readonly<Record<string, readonly [weight: number, happen: () => void | Promise<void>]>>

/**
 * A file, the process that ingests into it and the service that reads it, in one process and with a clock that only the
 * test moves. A backup of the file lags behind, and may take its place.
 */
export class SqliteWorld {
  readonly #folder: string
  readonly #oracle: Oracle
  readonly #random: Random
  #files = 0
  readonly #path: string
  #backup: string
  #network: Network | undefined
  app!: FastifyInstance
  readonly faults: Faults = {
    backUp: [3, () => this.#backUp()],
    restore: [2, () => this.#replace(this.#backup)],
    remove: [2, () => this.#remove()],
    restart: [2, () => this.#restart()],
    heal: [2, () => this.heal()],
  }

  private constructor(folder: string, oracle: Oracle, random: Random) {
    this.#folder = folder
    this.#oracle = oracle
    this.#random = random
    this.#path = this.#copyOf(oracle.start)
    this.#backup = this.#copyOf(oracle.start)
  }

  static async start(folder: string, oracle: Oracle, random: Random): Promise<SqliteWorld> {
    const world = new SqliteWorld(folder, oracle, random)
    await world.#restart()
    return world
  }

  /** The height that a request must be able to reach: that of the file, unless it is gone. */
  get height(): bigint | undefined {
    return existsSync(this.#path) ? storedIn(this.#path) : undefined
  }

  contents(): Promise<unknown> {
    return contents(this.#path)
  }

  /**
   * Ingests some blocks, all events again from the first one. The process is killed at one of its statements, or never.
   */
  async ingest(blocks: number, killedAt = Number.POSITIVE_INFINITY): Promise<void> {
    this.heal()
    const path = this.#path
    const lines = linesUpTo(this.#oracle, storedIn(path), blocks)
    const crashed = this.#newPath()
    // The reader ends its snapshot. A writer of another process would wait for that.
    await new Promise(setImmediate)
    const writer = mortalWriter(path, killedAt, crashed)
    try {
      const batchEvents = 1 + this.#random.below(400)
      await ingest(sourceOf(lines), writer, { batchEvents })
      writer.close()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      writer.rollback()
      writer.close()
      this.#replace(crashed)
    }
  }

  /** The file is back, and the service notices. */
  heal(): void {
    if (!existsSync(this.#path)) this.#replace(this.#backup)
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.#network?.close()
  }

  #backUp(): void {
    this.heal()
    this.#backup = this.#newPath()
    const file = new DatabaseSync(this.#path, { readOnly: true })
    file.exec(`VACUUM INTO '${this.#backup}'`)
    file.close()
    // Without a log, a writer would wait for the end of each read.
    const backup = new DatabaseSync(this.#backup)
    backup.exec('PRAGMA journal_mode = WAL')
    backup.close()
  }

  /** The file is lost, and requests are refused until a backup takes its place. */
  #remove(): void {
    for (const suffix of ['', '-wal', '-shm']) rmSync(this.#path + suffix, { force: true })
    vi.advanceTimersByTime(PAUSE_MS)
  }

  /** A copy of another file takes the place of the file: a backup, which lacks the newest blocks. */
  #replace(by: string): void {
    const copy = this.#copyOf(by)
    for (const suffix of ['-wal', '-shm']) rmSync(this.#path + suffix, { force: true })
    if (existsSync(`${by}-wal`)) copyFileSync(`${by}-wal`, `${this.#path}-wal`)
    renameSync(copy, this.#path)
    vi.advanceTimersByTime(PAUSE_MS)
  }

  /** The service ends and starts again, and loses its stored responses. */
  async #restart(): Promise<void> {
    this.heal()
    await this.app?.close()
    await this.#network?.close()
    this.#network = await openDatabases({ database: this.#path })
    const { answer, head } = this.#network
    this.app = createHttp({ operations, answer, head })
  }

  #copyOf(file: string): string {
    const path = this.#newPath()
    copyFileSync(file, path)
    return path
  }

  #newPath(): string {
    return join(this.#folder, `${this.#files++}.sqlite`)
  }
}

function storedIn(path: string): bigint {
  const file = new DatabaseSync(path, { readOnly: true })
  const row = file.prepare('SELECT height FROM checkpoint').get() as { height: number } | undefined
  file.close()
  return BigInt(row?.height ?? 0)
}

/** Returns all events up to a number of blocks after the stored one. */
function linesUpTo({ blocks }: Oracle, stored: bigint, more: number): string[] {
  const next = blocks.findIndex(block => heightOf(block) > stored)
  return blocks.slice(0, next < 0 ? blocks.length : next + more).flat()
}

function heightOf(block: readonly string[]): bigint {
  const [, height] = /"(?:beginBlock|endBlock)":\{"height":"(\d+)"/.exec(block.join('\n')) ?? []
  return BigInt(height ?? 0)
}
