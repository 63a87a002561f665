import { Socket } from 'node:net'
import type { Client } from 'pg'
import { DatabaseError, Unavailable } from '../database-error.ts'
import {
  type Connection,
  connect,
  execute,
  isFull,
  NEEDS_A_SESSION,
  query,
  refusesSettings,
  SHOW_PLANNING,
} from '../postgres/connection.ts'
import { lockForWriting } from '../postgres/format.ts'

const CONNECT_TIMEOUT_MS = 4_000
/** A server that has sent nothing for so long is asked by another connection whether it works; milliseconds. */
const SILENCE_MS = 8_000
const LOOK_MS = 1_000
/** The connection of a machine that has vanished ends after half a minute, and its lock with it. */
const SETTINGS = ['tcp_keepalives_idle=10', 'tcp_keepalives_interval=2']

const BEING_WRITTEN = 'another process writes to it; end that one'
const READ_ONLY = 'it takes no changes; name the primary, and a user who is not set to read only'
const IS_ACTIVE = `SELECT 1 FROM pg_stat_activity WHERE pid = ?1 AND state = 'active'`

/** Another process has the lock. PostgreSQL notices only after a moment that a process has died. */
export class Locked extends DatabaseError {}

/** The connection of the one process that writes to a mirror. It notices a server that is gone without a word. */
export class MirrorConnection {
  readonly #url: string
  readonly #silence: number
  readonly #socket = new Socket()
  #question: Socket | undefined
  #process: unknown
  #heard = { bytes: -1, at: 0 }
  #isAsking = false

  /** @param silence how long the server may send nothing without being asked for; milliseconds */
  constructor(url: string, silence = SILENCE_MS) {
    this.#url = url
    this.#silence = silence
  }

  /**
   * Connects, and takes the lock.
   *
   * @throws Unavailable when the server is away or read only
   */
  async open(): Promise<Client> {
    const client = await connect(this.#url, CONNECT_TIMEOUT_MS, {
      settings: SETTINGS,
      stream: this.#socket,
    }).catch(error => {
      throw refusesSettings(error) ? new DatabaseError(NEEDS_A_SESSION) : error
    })
    const looking = setInterval(() => void this.#look(), Math.min(LOOK_MS, this.#silence))
    this.#socket.once('close', () => clearInterval(looking))
    // A pooler that ignores the settings of a connection would let go of the lock after the first transaction.
    if ((await execute(client, SHOW_PLANNING))[0]?.[0] !== 'off') throw new DatabaseError(NEEDS_A_SESSION)
    // A standby would allow the lock and reads, and refuse the first change.
    if ((await query(client, 'SHOW transaction_read_only'))[0]?.[0] === 'on') throw new Unavailable(READ_ONLY)
    this.#process = (await query(client, 'SELECT pg_backend_pid()'))[0]?.[0]
    if (!(await lockForWriting(client))) throw new Locked(BEING_WRITTEN)
    return client
  }

  /** Breaks the connection; its statement fails at once. */
  break(reason?: Error): void {
    this.#socket.destroy(reason)
    this.#question?.destroy()
  }

  async #look(): Promise<void> {
    const { bytesRead } = this.#socket
    const now = performance.now()
    if (bytesRead !== this.#heard.bytes) this.#heard = { bytes: bytesRead, at: now }
    if (now - this.#heard.at < this.#silence || this.#isAsking) return
    this.#isAsking = true
    const works = await this.#isWorking()
    this.#isAsking = false
    if (!works && this.#socket.bytesRead === bytesRead)
      this.break(new Error(`it has not answered for ${this.#silence / 1000} s`))
  }

  /** Returns true while the server executes the statement of this connection, such as a new index of a big table. */
  async #isWorking(): Promise<boolean> {
    const socket = new Socket().setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy())
    this.#question = socket
    try {
      const client: Connection = await connect(this.#url, CONNECT_TIMEOUT_MS, { stream: socket })
      return (await query(client, IS_ACTIVE, [this.#process as bigint])).length > 0
    } catch (error) {
      return isFull(error)
    } finally {
      socket.destroy()
    }
  }
}
