import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Random } from '@trading-network/simulator'
import { vi } from 'vitest'
import { ingest } from '../../src/ingest/ingest.ts'
import { Killed, mortalWriter } from '../mortal-writer.ts'
import { opened, sourceOf } from '../running.ts'
import type { Oracle } from './oracle.ts'

/** Longer than the interval between looks at the file; milliseconds. */
const PAUSE_MS = 1_100

/**
 * A file, the process that ingests into it and the service that reads it, in one process and with a clock that only the
 * test moves. A backup of the file lags behind, and may take its place.
 */
export class World {
  readonly path: string
  service!: Awaited<ReturnType<typeof opened>>
  readonly #newPath: () => string
  readonly #oracle: Oracle
  readonly #random: Random
  #backup: string

  constructor(newPath: () => string, oracle: Oracle, random: Random) {
    this.#newPath = newPath
    this.#oracle = oracle
    this.#random = random
    this.path = this.#copyOf(oracle.start)
    this.#backup = oracle.start
  }

  /** The height that a request must be able to reach: that of the file, unless it is gone. */
  get height(): bigint | undefined {
    return existsSync(this.path) ? storedIn(this.path) : undefined
  }

  /**
   * Ingests some blocks, all events again from the first one. The process is killed at one of its statements, or never.
   */
  async ingest(more: number, killedAt = Number.POSITIVE_INFINITY): Promise<void> {
    this.heal()
    const stored = storedIn(this.path)
    const { blocks } = this.#oracle
    const next = blocks.findIndex(block => heightOf(block) > stored)
    const lines = blocks.slice(0, next < 0 ? blocks.length : next + more).flat()
    const crashed = this.#newPath()
    // The reader ends its snapshot. A writer of another process would wait for that.
    await new Promise(setImmediate)
    const writer = mortalWriter(this.path, killedAt, crashed)
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
    if (!existsSync(this.path)) this.restore()
  }

  backUp(): void {
    this.heal()
    this.#backup = this.#newPath()
    const file = new DatabaseSync(this.path, { readOnly: true })
    file.exec(`VACUUM INTO '${this.#backup}'`)
    file.close()
    // Without a log, a writer would wait for the end of each read.
    const backup = new DatabaseSync(this.#backup)
    backup.exec('PRAGMA journal_mode = WAL')
    backup.close()
  }

  /** A backup, which lacks the newest blocks, takes the place of the file. */
  restore(): void {
    this.#replace(this.#backup)
  }

  /** The file is lost, and requests are refused until a backup takes its place. */
  remove(): void {
    for (const suffix of ['', '-wal', '-shm']) rmSync(this.path + suffix, { force: true })
    vi.advanceTimersByTime(PAUSE_MS)
  }

  /** The service ends and starts again, and loses its stored responses. */
  async restart(): Promise<void> {
    this.heal()
    await this.service?.close()
    this.service = await opened(this.path)
  }

  #replace(by: string): void {
    const copy = this.#copyOf(by)
    for (const suffix of ['-wal', '-shm']) rmSync(this.path + suffix, { force: true })
    if (existsSync(`${by}-wal`)) copyFileSync(`${by}-wal`, `${this.path}-wal`)
    renameSync(copy, this.path)
    vi.advanceTimersByTime(PAUSE_MS)
  }

  #copyOf(file: string): string {
    const path = this.#newPath()
    copyFileSync(file, path)
    return path
  }
}

function storedIn(path: string): bigint {
  const file = new DatabaseSync(path, { readOnly: true })
  const row = file.prepare('SELECT height FROM checkpoint').get() as { height: number } | undefined
  file.close()
  return BigInt(row?.height ?? 0)
}

function heightOf(block: readonly string[]): bigint {
  const [, height] = /"(?:beginBlock|endBlock)":\{"height":"(\d+)"/.exec(block.join('\n')) ?? []
  return BigInt(height ?? 0)
}
