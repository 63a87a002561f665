import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillDatabase, networkOf } from './network.ts'

/** Options of the command; `pnpm bench --help` describes them. */
export const DEFAULTS = {
  orders: 100_000,
  rounds: 9,
  /** Time for which a server is under load in a round, in milliseconds. */
  burst: 400,
}
export type BenchOptions = Readonly<typeof DEFAULTS>

/** One run: its options, and one database, which is made when the first benchmark needs it. */
export class Bench {
  readonly options: BenchOptions
  readonly #folder = mkdtempSync(join(tmpdir(), 'trading-network-bench-'))
  #database: Promise<string> | undefined

  constructor(options: Partial<BenchOptions>) {
    this.options = { ...DEFAULTS, ...options }
  }

  database(): Promise<string> {
    const path = this.path('network.sqlite')
    this.#database ??= fillDatabase(path, networkOf(this.options.orders)).then(() => path)
    return this.#database
  }

  /** A path in a folder that is removed at the end. */
  path(name: string): string {
    return join(this.#folder, name)
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
