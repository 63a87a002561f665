import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Filling, fillDatabase } from './fill/fill.ts'
import { count } from './table.ts'

/** A benchmark: `pnpm bench <name>`. */
export interface Benchmark {
  readonly name: string
  /** What it measures, for the help. */
  readonly about: string
  /** Default number of orders of its network; absent when it does not use the shared network. */
  readonly orders?: number
  /** True if it takes too long to run without its name. */
  readonly onlyByName?: true
  /** Measures, and returns a text for a person. */
  run(bench: Bench): Promise<string>
}

/** Options of the command. */
export interface BenchOptions {
  /** Approximate number of orders of the simulated network. */
  readonly orders: number
  /** How often each figure is measured. Medians are over the rounds. */
  readonly rounds: number
  /** Time for which a server is under load in a round, in milliseconds. */
  readonly burst: number
  /** An SQLite file to use instead of a simulated network. */
  readonly database?: string
  /** `scale`: the biggest of its databases. 1 is 10 million orders. */
  readonly scale: number
  /** `scale`: keeps its databases in this folder. */
  readonly directory?: string
  /** `scale`: whether it measures PostgreSQL too. */
  readonly postgres: boolean
  /** `soak`: minutes, and requests per second. */
  readonly minutes: number
  readonly rate: number
}

export const DEFAULTS: BenchOptions = {
  orders: 100_000,
  rounds: 9,
  burst: 400,
  scale: 0.1,
  postgres: true,
  minutes: 30,
  rate: 200,
}

/** One run: its options, and one database, which is made when the first benchmark needs it. */
export class Bench {
  readonly options: BenchOptions
  #folder: string | undefined
  #network: Promise<{ path: string; filling?: Filling }> | undefined

  constructor(options: Partial<BenchOptions>) {
    this.options = { ...DEFAULTS, ...options }
  }

  /** The path of the database, and the figures of filling it, if this run did so. */
  network(): Promise<{ path: string; filling?: Filling }> {
    this.#network ??= this.#open()
    return this.#network
  }

  /** Removes the database, if this run made it. */
  end(): void {
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true })
  }

  async #open(): Promise<{ path: string; filling?: Filling }> {
    const { database, orders } = this.options
    if (database !== undefined) {
      if (!existsSync(database)) throw new Error(`there is no database at ${database}`)
      return { path: database }
    }
    this.#folder = mkdtempSync(join(tmpdir(), 'trading-network-bench-'))
    const path = join(this.#folder, 'network.sqlite')
    process.stderr.write(`Filling a database with a simulated network of about ${count(orders)} orders ...\n`)
    return { path, filling: await fillDatabase(path, { orders, dense: false }) }
  }
}
