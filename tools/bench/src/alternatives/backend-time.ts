import { readFileSync } from 'node:fs'
import pg from 'pg'

/** Microseconds of a tick in `/proc`, which is a hundredth of a second on Linux. */
const TICK = 10_000

/** CPU time of the PostgreSQL processes that serve a database. */
export class BackendTime {
  readonly #client: pg.Client
  /** CPU time of each process at the last look. A pool may close connections and open others. */
  readonly #seen = new Map<number, number>()
  #total = 0

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /** @param url a database on this machine */
  static async of(url: string): Promise<BackendTime> {
    const client = new pg.Client(url)
    await client.connect()
    return new BackendTime(client)
  }

  /** Microseconds that the other connections to the database have used so far; NaN without `/proc`. */
  async used(): Promise<number> {
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
  // The program's name, in parentheses, may have spaces. User and system time are the 12th and 13th field after it.
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = after.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * TICK
}
