import { readFileSync } from 'node:fs'
import pg from 'pg'

/** Microseconds in a tick of `/proc`: Linux has told time in hundredths of a second on every machine for decades. */
const TICK = 10_000

/** Processor time of the processes that a PostgreSQL server answers with. */
export class BackendTime {
  readonly #client: pg.Client
  /** Of each process: what it had taken when last looked at. A pool may end connections and make others. */
  readonly #seen = new Map<number, number>()
  #total = 0

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /** For a database on this machine. */
  static async of(url: string): Promise<BackendTime> {
    const client = new pg.Client(url)
    await client.connect()
    return new BackendTime(client)
  }

  /** Microseconds that all other connections to the database have taken so far; not a number where there is no `/proc`. */
  async taken(): Promise<number> {
    const { rows } = await this.#client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    for (const { pid } of rows) {
      const time = timeOf(pid)
      this.#total += time - (this.#seen.get(pid) ?? 0)
      this.#seen.set(pid, time)
    }
    return this.#total
  }

  end(): Promise<void> {
    return this.#client.end()
  }
}

function timeOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  // The name of the program, in parentheses, may hold spaces; user and system time are the 12th and 13th after it.
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = after.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * TICK
}
