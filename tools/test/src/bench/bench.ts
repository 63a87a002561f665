import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Network, type SimulateOptions } from '@trading-network/simulator'
import { CLI } from './child.ts'

/** Options of the command; `pnpm bench --help` describes them. */
export const DEFAULTS = {
  orders: 100_000,
  rounds: 15,
  /** Time for which a server is under load in a round, in milliseconds. */
  burst: 400,
}

/** Figures by the titles of their rows and columns. */
export type Table = Readonly<Record<string, Readonly<Record<string, number>>>>

export const run = promisify(execFile)

/** Mean number of new orders in a block of {@link networkOf}. */
const ORDERS_PER_BLOCK = 53

/** A network of about so many orders. Its blocks have hundreds of events, as many as those of a busy real one. */
export function networkOf(orders: number): SimulateOptions {
  return { seed: 1, scale: 20, blocks: Math.ceil(orders / ORDERS_PER_BLOCK) }
}

export const linesOf = (network: Network) => `${network.nextBlock().lines.join('\n')}\n`

/** One run: its options, and files that are removed at the end. */
export class Bench {
  readonly options: typeof DEFAULTS
  readonly #folder = mkdtempSync(join(tmpdir(), 'trading-network-bench-'))
  #events: Promise<string> | undefined

  constructor(options: Partial<typeof DEFAULTS>) {
    this.options = { ...DEFAULTS, ...options }
  }

  path(name: string): string {
    return join(this.#folder, name)
  }

  /** A new database of the simulated network, which a command fills. */
  async database(name: string, cli = CLI): Promise<string> {
    this.#events ??= this.#simulated()
    const database = this.path(`${name}.sqlite`)
    status(`filling the database of ${name}`)
    await run(process.execPath, [cli, 'ingest', await this.#events, '-d', database])
    return database
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #simulated(): Promise<string> {
    const path = this.path('events.ndjson')
    const options = networkOf(this.options.orders)
    status('simulating a network')
    const network = new Network(options)
    await writeFile(
      path,
      Array.from({ length: options.blocks }, () => linesOf(network)),
    )
    return path
  }
}

/** Shows what runs, on a terminal. */
export function status(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
}

export const rounded = (figure: number, digits = 2) => Number(figure.toFixed(digits))
