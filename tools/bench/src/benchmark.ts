import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Filling, fillDatabase } from './filling.ts'
import { count } from './report.ts'
import type { ScaleOptions } from './scale/scale.ts'
import { StatusLine } from './status-line.ts'

/** Something that can be measured: `pnpm bench <name>`. */
export interface Benchmark {
  readonly name: string
  /** What it measures, for the help. */
  readonly about: string
  /** Orders of the network it is run on, unless told. */
  readonly orders: number
  /** Takes too long to run unless it is named. */
  readonly onlyByName?: true
  /** Measures, and gives a text for a person. */
  run(bench: Bench): Promise<string>
}

/** How to run benchmarks. */
export interface BenchOptions {
  /** About how many orders the simulated network has. */
  readonly orders: number
  /** How often each thing is measured; medians are taken over the rounds. */
  readonly rounds: number
  /** How long a server is loaded in a round, in milliseconds. */
  readonly burst: number
  /** A database of a network, to use instead of a simulated one. */
  readonly database?: string
  /** For the `scale` benchmark, which has databases of its own. */
  readonly scale?: ScaleOptions
}

/** What benchmarks share in a run: the options and one database, which is made when the first one asks for it. */
export class Bench {
  readonly options: BenchOptions
  readonly status = new StatusLine()
  #folder: string | undefined
  #network: Promise<{ path: string; filling?: Filling }> | undefined

  constructor(options: BenchOptions) {
    this.options = options
  }

  /** The database, and how filling it went if this run did so. */
  network(): Promise<{ path: string; filling?: Filling }> {
    this.#network ??= this.#open()
    return this.#network
  }

  /** Removes the database if this run made it; with `keep` gives its place instead. */
  end(keep: boolean): string | undefined {
    if (keep || !this.#folder) return this.#folder && join(this.#folder, 'network.sqlite')
    rmSync(this.#folder, { recursive: true, force: true })
    return undefined
  }

  async #open(): Promise<{ path: string; filling?: Filling }> {
    const { database, orders } = this.options
    if (database !== undefined) {
      if (!existsSync(database)) throw new Error(`there is no database at ${database}`)
      return { path: database }
    }
    this.#folder = mkdtempSync(join(tmpdir(), 'trading-network-bench-'))
    const path = join(this.#folder, 'network.sqlite')
    process.stderr.write(`Simulating and ingesting a network with some ${count(orders)} orders ...\n`)
    return { path, filling: await fillDatabase(path, orders, this.status) }
  }
}
