import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type IngestOptions, ingest, openWriter, type Progress, readSource } from '@trading-network/server'
import { cpuTime } from './rounds.ts'
import { ordersOf, showStatus } from './table.ts'

/** A block of this network has hundreds of events, as many as a busy real one. */
const NETWORK = { seed: 1, scale: 20 }
/** Mean number of new orders in a block of this network. */
const ORDERS_PER_BLOCK = 53

const SIMULATOR = fileURLToPath(new URL('simulator-process.ts', import.meta.url))

export interface FillOptions extends IngestOptions {
  /** Approximate number of orders. */
  readonly orders: number
  /** A few parties and markets have most of the records. */
  readonly dense?: boolean
}

export interface Filling {
  readonly events: number
  /** Events per second of CPU time. */
  readonly rate: number
  /** Mean size of an event in bytes. */
  readonly size: number
  /** Maximum resident memory of the process that ingests; bytes. */
  readonly memory: number
}

/**
 * Fills a new database with a simulated network. The simulator has its own process.
 *
 * @param database path of an SQLite file, or URL of a PostgreSQL database
 */
export async function fillDatabase(
  database: string,
  { orders, dense = false, ...batches }: FillOptions,
): Promise<Filling> {
  const blocks = Math.ceil(orders / ORDERS_PER_BLOCK)
  const args = [SIMULATOR, JSON.stringify({ ...NETWORK, blocks, dense })]
  const simulator = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const source = readSource('the simulator', simulator.stdout)
  const writer = await openWriter(database)
  let memory = 0
  const onCommit = ({ checkpoint }: Progress): void => {
    memory = Math.max(memory, process.memoryUsage.rss())
    const done = Math.floor((100 * Number(checkpoint.height)) / blocks)
    showStatus(`filling a database with ${ordersOf(orders)} orders: ${done} %`)
  }
  try {
    const before = cpuTime()
    const { records: events } = await ingest(source, writer, { ...batches, onCommit })
    const cpuSeconds = (cpuTime() - before) / 1e6
    if (Number((await writer.checkpoint())?.height) !== blocks)
      throw new Error('the simulator ended before the last block')
    return { events, rate: events / cpuSeconds, size: source.bytesRead() / events, memory }
  } finally {
    await writer.close()
    simulator.kill()
  }
}
