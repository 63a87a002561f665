import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type IngestOptions, ingest, openWriter, readSource, type Source } from '@trading-network/server'
import type { SimulateOptions } from '@trading-network/simulator'
import { cpuTime } from './rounds.ts'
import { ordersOf, showStatus } from './table.ts'

/** Mean number of new orders in a block of {@link networkOf}. */
const ORDERS_PER_BLOCK = 53

const SIMULATOR = fileURLToPath(new URL('simulator-process.ts', import.meta.url))

export interface FillOptions extends IngestOptions {
  /** Approximate number of orders. */
  readonly orders: number
  /** A few parties and markets have most of the records. */
  readonly dense?: boolean
}

/** A network of about so many orders. Its blocks have hundreds of events, as many as those of a busy real one. */
export function networkOf(orders: number, dense = false): SimulateOptions {
  return { seed: 1, scale: 20, blocks: Math.ceil(orders / ORDERS_PER_BLOCK), dense }
}

/** A source of lines in memory. */
export function sourceOf(lines: readonly string[]): Source {
  return {
    name: 'memory',
    bytesRead: () => 0,
    records: async function* () {
      yield [...lines]
    },
  }
}

/**
 * Fills a new database with a simulated network. The simulator has its own process.
 *
 * @returns the number of events, and the rate per second of CPU time
 */
export async function fillDatabase(database: string, { orders, dense = false, ...batches }: FillOptions) {
  const network = networkOf(orders, dense)
  showStatus(`filling a database with ${ordersOf(orders)} orders`)
  using simulator = spawn(process.execPath, [SIMULATOR, JSON.stringify(network)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await using opened = new AsyncDisposableStack()
  const writer = opened.adopt(openWriter(database), writer => writer.close())
  const before = cpuTime()
  const { records: events } = await ingest(readSource('the simulator', simulator.stdout), writer, batches)
  const cpuSeconds = (cpuTime() - before) / 1e6
  if (Number(writer.checkpoint().height) !== network.blocks)
    throw new Error('the simulator ended before the last block')
  return { events, rate: events / cpuSeconds }
}
