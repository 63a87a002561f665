import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { Unavailable } from '../database-error.ts'
import { redacted } from '../database-url.ts'
import { execute, isDamaged, unusable } from '../postgres/connection.ts'
import { dropTables } from '../postgres/format.ts'
import type { OnProgress } from '../snapshot/contents.ts'
import { type ChangeLog, newest } from '../sqlite/change-log.ts'
import { readDatabase } from '../sqlite/database-file.ts'
import type { Sqlite } from '../sqlite/sqlite.ts'
import { connectAsWriter, Locked } from './connection.ts'
import { copyChanges } from './copy.ts'
import { fillMirror } from './fill.ts'
import { type Position, positionOf } from './position.ts'

export interface MirrorOptions {
  /** URL of the PostgreSQL database. */
  readonly url: string
  /** The log of the writer of the file. */
  readonly log: ChangeLog
  /** Called when PostgreSQL is away, is back, or gets a copy of the whole file. */
  onNotice?(message: string): void
  /** Called during a copy of the whole file. */
  onProgress?: OnProgress
  /** Called when the mirror stops, since a person must decide. */
  onFailure?(error: unknown): void
}

/** Interval between attempts while PostgreSQL is away, and between questions whether it is there; milliseconds. */
const RETRY_MS = 1_000
const PING_MS = 5_000
/** PostgreSQL notices only after a moment that the last process with the lock has died; milliseconds. */
const LOCK_MS = 5_000
/** How long `finish` waits for PostgreSQL while that is away, and `close` for a statement; milliseconds. */
const MAX_ABSENCE_MS = 60_000
const MAX_ENDING_MS = 500

/**
 * Keeps a PostgreSQL database equal to a file: after each commit of the file, the changed rows go there in one
 * transaction with the checkpoint. The file never waits for it. While PostgreSQL is away, the file goes on, and what the
 * mirror lacks is copied later. An empty database gets a copy of the whole file.
 */
export class Mirror {
  readonly #options: MirrorOptions
  readonly #file: Sqlite
  readonly #done: Promise<void>
  readonly #started = performance.now()
  #socket: Socket | undefined
  /** Undefined without a connection, and while the mirror is empty. */
  #position: Position | undefined
  #height = -1n
  /** What keeps PostgreSQL away, and since when. */
  #away: { readonly error: Error; readonly since: number } | undefined
  #isEnded = false
  readonly #closing = new AbortController()
  #wake = Promise.withResolvers<void>()

  constructor(options: MirrorOptions) {
    this.#options = options
    this.#file = readDatabase(options.log.file.path, options.log.file.tables)
    this.#done = this.#run()
  }

  /** Height of the last block that the mirror is known to have; -1 before that. */
  get height(): bigint {
    return this.#height
  }

  /** Copies what the file has committed. Call it after each commit. */
  wake(): void {
    this.#wake.resolve()
  }

  /**
   * Waits until the mirror has everything, and closes it. A signal ends the wait.
   *
   * @throws Unavailable when PostgreSQL has been away for a minute
   */
  async finish(signal?: AbortSignal): Promise<void> {
    const started = performance.now()
    while (!this.#isEnded && !signal?.aborted && this.#isBehind) {
      const { error, since } = this.#away ?? { error: undefined, since: Number.POSITIVE_INFINITY }
      if (error && performance.now() - Math.max(since, started) > MAX_ABSENCE_MS) {
        await this.close()
        throw new Unavailable(`${error.message}; the file has all blocks, the mirror lacks some`, {
          cause: error,
        })
      }
      await wait(20)
    }
    await this.close()
  }

  /** Ends a copy in progress only if it takes long; the next start copies the rest. */
  async close(): Promise<void> {
    this.#isEnded = true
    this.#closing.abort()
    this.wake()
    await Promise.race([this.#done, wait(MAX_ENDING_MS, undefined, { ref: false })])
    this.#socket?.destroy()
    await this.#done
  }

  get #isBehind(): boolean {
    return this.#file.checkpoint().height >= 0n && newest(this.#file).number !== this.#position?.number
  }

  async #run(): Promise<void> {
    let client: Client | undefined
    while (!this.#isEnded) {
      try {
        if (!client) {
          this.#socket = new Socket()
          client = await connectAsWriter(this.#options.url, this.#socket)
        }
        const before = this.#position ?? (await this.#locate(client))
        this.#succeeded(before && (await copyChanges(client, this.#file, before)))
        if (this.#position !== before) continue
        await this.#pause(PING_MS)
        if (!this.#isEnded) await execute(client, 'SELECT 1')
      } catch (error) {
        client = undefined
        this.#position = undefined
        this.#socket?.destroy()
        if (!this.#isEnded) await this.#failed(error)
      }
    }
    // Without a word, PostgreSQL would let go of the lock only after a moment.
    if (client) await execute(client, 'SELECT pg_advisory_unlock_all()').catch(() => undefined)
    this.#socket?.destroy()
    this.#file.close()
  }

  async #pause(milliseconds: number): Promise<void> {
    const timer = setTimeout(() => this.wake(), milliseconds)
    await this.#wake.promise
    clearTimeout(timer)
    this.#wake = Promise.withResolvers()
  }

  /** Finds the commit that the mirror has. Fills an empty mirror, and one that an upgrade of the file has left behind. */
  async #locate(client: Client): Promise<Position | undefined> {
    const { url, onNotice, onProgress = () => undefined } = this.#options
    const found = await positionOf(client, this.#file)
    if (typeof found === 'object') return found
    if (this.#file.checkpoint().height < 0n) return undefined
    const isEmpty = found === 'empty'
    onNotice?.(
      `${redacted(url)} is ${isEmpty ? 'empty' : 'of an earlier version'}: restoring it from ${this.#file.path}`,
    )
    // A transaction of its own: readers would wait for the end of the copy.
    if (!isEmpty) await dropTables(client, this.#file.tables)
    const { height } = await fillMirror(client, this.#file, onProgress)
    onNotice?.(`${redacted(url)} is restored at block ${height}`)
    return this.#locate(client)
  }

  async #failed(error: unknown): Promise<void> {
    const described = unusable(this.#options.url, error)
    const isYoung = performance.now() - this.#started < LOCK_MS
    const isLocked = error instanceof Locked && (this.#height >= 0n || isYoung)
    if (!isLocked && (!(described instanceof Unavailable) || isDamaged(error))) {
      this.#isEnded = true
      this.#options.onFailure?.(described)
      return
    }
    if (this.#away?.error.message !== described.message)
      this.#options.onNotice?.(`${described.message}; the file goes on, and the mirror catches up later`)
    this.#away = { error: described, since: this.#away?.since ?? performance.now() }
    await wait(RETRY_MS, undefined, { signal: this.#closing.signal }).catch(() => undefined)
  }

  #succeeded(position: Position | undefined): void {
    if (this.#away)
      this.#options.onNotice?.(
        `${redacted(this.#options.url)} is there again${position ? `, at block ${position.height}` : ''}`,
      )
    this.#away = undefined
    this.#position = position
    if (!position) return
    this.#height = position.height
    this.#options.log.confirmed = position.number
  }
}
