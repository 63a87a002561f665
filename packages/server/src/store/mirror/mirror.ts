import { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { Unavailable } from '../database-error.ts'
import { redacted } from '../database-url.ts'
import { execute, isDamaged, unusable } from '../postgres/connection.ts'
import { type ChangeLog, newest } from '../sqlite/change-log.ts'
import { readDatabase } from '../sqlite/database-file.ts'
import type { Sqlite } from '../sqlite/sqlite.ts'
import { connectAsWriter, Locked } from './connection.ts'
import { copyChanges } from './copy.ts'
import { type RestoreOptions, restoreMirror } from './fill.ts'
import { type Position, positionOf } from './position.ts'

export interface MirrorOptions extends RestoreOptions {
  /** The log of the writer of the file. */
  readonly log: ChangeLog
  /** Number of changed rows whose keys are in memory at once, rounded up to whole commits; default 50,000. */
  readonly maxPart?: number
}

/** Interval between attempts while PostgreSQL is away, and between questions whether it is there; milliseconds. */
const RETRY_MS = 1_000
const PING_MS = 5_000
/** PostgreSQL notices only after a moment that the last process with the lock has died; milliseconds. */
const LOCK_MS = 5_000
/** Maximum wait of `finish` for PostgreSQL that is away, and of `close` for a statement; milliseconds. */
const MAX_ABSENCE_MS = 60_000
const MAX_ENDING_MS = 500
/** Maximum wait of `check` for the first look; milliseconds, longer than a dead server or a lock takes to be noticed. */
const MAX_CHECK_MS = 10_000

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
  /** Height of the last block that the mirror is known to have; -1 before that. */
  height = -1n
  /** The failure that keeps PostgreSQL away, and its time. */
  #away: { readonly error: Error; readonly since: number } | undefined
  /** The failure that has stopped the mirror: a person must decide. */
  #failure: unknown
  /** Settled when the first look has ended, with an answer or since PostgreSQL is away. */
  readonly #checked = Promise.withResolvers<void>()
  /** False until `check` has ended: it throws a failure itself. */
  #isChecked = false
  /** Aborted by `close`, and by a failure that stops the mirror. */
  readonly #ending = new AbortController()
  #wake = Promise.withResolvers<void>()

  constructor(options: MirrorOptions) {
    this.#options = options
    this.#file = readDatabase(options.log.file.path, options.log.file.tables)
    this.#done = this.#run()
  }

  /**
   * Waits until the database is known to be empty, or a mirror of this file. One that is away is looked at later.
   *
   * @throws DatabaseError when it is another one
   */
  async check(signal?: AbortSignal): Promise<void> {
    const limit = wait(MAX_CHECK_MS, undefined, { ...(signal && { signal }), ref: false })
    await Promise.race([this.#checked.promise, limit.catch(() => undefined)])
    this.#isChecked = true
    if (this.#failure) throw this.#failure
  }

  /** Copies what the file has committed. Call it after each commit. */
  wake(): void {
    this.#wake.resolve()
  }

  /**
   * Waits until the mirror has everything, and closes it. A signal ends the wait.
   *
   * @throws Unavailable when PostgreSQL has been away for a minute
   * @throws DatabaseError when the mirror has stopped before
   */
  async finish(signal?: AbortSignal): Promise<void> {
    const started = performance.now()
    while (!this.#ending.signal.aborted && !signal?.aborted && this.#isBehind) {
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
    if (this.#failure) throw this.#failure
  }

  /** Ends a copy in progress only if it takes long; the next start copies the rest. */
  async close(): Promise<void> {
    this.#ending.abort()
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
    while (!this.#ending.signal.aborted) {
      try {
        if (!client) {
          this.#socket = new Socket()
          client = await connectAsWriter(this.#options.url, this.#socket)
        }
        const before = this.#position ?? (await this.#locate(client))
        this.#succeeded(before && (await copyChanges(client, this.#file, before, this.#options.maxPart)))
        if (this.#position !== before) continue
        await this.#pause(PING_MS)
        if (!this.#ending.signal.aborted) await execute(client, 'SELECT 1')
      } catch (error) {
        client = undefined
        this.#position = undefined
        this.#socket?.destroy()
        if (!this.#ending.signal.aborted) await this.#failed(error)
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
    const found = await positionOf(client, this.#file)
    this.#checked.resolve()
    if (typeof found === 'object') return found
    if (this.#file.checkpoint().height < 0n) return undefined
    await restoreMirror(client, this.#file, found === 'empty', this.#options)
    return this.#locate(client)
  }

  async #failed(error: unknown): Promise<void> {
    const described = unusable(this.#options.url, error)
    const isYoung = performance.now() - this.#started < LOCK_MS
    const isLocked = error instanceof Locked && (this.height >= 0n || isYoung)
    if (!isLocked && (!(described instanceof Unavailable) || isDamaged(error))) {
      this.#ending.abort()
      this.#failure = described
      const { message } = described as Error
      if (this.#isChecked) this.#options.onNotice?.(`${message}; the file goes on without the mirror`)
      this.#checked.resolve()
      return
    }
    if (!isLocked) this.#checked.resolve()
    if (this.#away?.error.message !== described.message)
      this.#options.onNotice?.(`${described.message}; the file goes on, and the mirror catches up later`)
    this.#away = { error: described, since: this.#away?.since ?? performance.now() }
    await wait(RETRY_MS, undefined, { signal: this.#ending.signal }).catch(() => undefined)
  }

  #succeeded(position: Position | undefined): void {
    if (this.#away)
      this.#options.onNotice?.(
        `${redacted(this.#options.url)} is there again${position ? `, at block ${position.height}` : ''}`,
      )
    this.#away = undefined
    this.#position = position
    if (!position) return
    this.height = position.height
    this.#options.log.confirmed = position.number
  }
}
