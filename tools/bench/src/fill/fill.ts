import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  type IngestOptions,
  ingest,
  openWriter,
  type Progress,
  readSource,
  type Source,
} from '@trading-network/server'
import { cpuTime } from '../rounds.ts'
import { clearStatus, showStatus } from '../status.ts'
import { count } from '../table.ts'

/** A block of this network has hundreds of events, as many as a busy real one. */
const NETWORK = { seed: 1, scale: 20 }
/** Mean number of new orders in a block of this network. */
const ORDERS_PER_BLOCK = 53

const SIMULATOR = fileURLToPath(new URL('simulator-process.ts', import.meta.url))

/** The figures of filling a database. The rates are not numbers if an earlier run had begun it. */
export interface Filling {
  readonly blocks: number
  /** Events of all types: lines of the stream. */
  readonly events: number
  /** Time of the ingest, without waiting for the simulator. */
  readonly seconds: number
  /** CPU time of the ingest, in seconds. */
  readonly cpuSeconds: number
  /** The first and the last tenth of the events. The events of an older network are larger. */
  readonly firstTenth: Tenth
  readonly lastTenth: Tenth
  /** Maximum resident memory of the process that ingests; bytes. */
  readonly memory: number
}

export interface Tenth {
  /** Events per second of CPU time. */
  readonly rate: number
  /** Mean size of an event, as JSON. */
  readonly bytes: number
}

/** Totals at a commit. */
interface Mark {
  readonly events: number
  readonly bytes: number
  readonly cpuSeconds: number
}

const NONE: Mark = { events: 0, bytes: 0, cpuSeconds: 0 }

/**
 * Fills a database with a simulated network of about so many orders. The simulator has its own process. A database that
 * an earlier run left incomplete is completed.
 *
 * @param database path of an SQLite file, or URL of a PostgreSQL database
 * @param options `dense`: a few parties and markets have most of the records
 */
export async function fillDatabase(
  database: string,
  { orders, dense, ...batches }: { orders: number; dense: boolean } & IngestOptions,
): Promise<Filling> {
  const blocks = Math.ceil(orders / ORDERS_PER_BLOCK)
  const writer = await openWriter(database)
  const isResumed = (await writer.checkpoint()) !== undefined
  const { source, waited, stop } = simulator({ ...NETWORK, blocks, dense })
  const marks: Mark[] = [NONE]
  const started = performance.now()
  const cpu = cpuTime()
  const cpuSeconds = () => (cpuTime() - cpu) / 1e6
  let seconds = 0
  let memory = 0
  const onCommit = ({ records, checkpoint }: Progress): void => {
    const elapsed = performance.now() - started
    marks.push({ events: records, bytes: source.bytesRead(), cpuSeconds: cpuSeconds() })
    seconds = (elapsed - waited()) / 1000
    memory = Math.max(memory, process.memoryUsage.rss())
    const done = Number(checkpoint.height) / blocks
    const left = elapsed * (1 / done - 1)
    showStatus(
      `filling the database with ${count(orders)} orders: ${Math.floor(100 * done)} %, ${count(left / 1000)} s left`,
    )
  }
  try {
    const { records: events } = await ingest(source, writer, { ...batches, onCommit })
    const [firstTenth, lastTenth] = [part(marks, 0, 0.1), part(marks, 0.9, 1)]
    const figures = { seconds, cpuSeconds: cpuSeconds(), firstTenth, lastTenth }
    const unknownTenth = { rate: Number.NaN, bytes: Number.NaN }
    const unknown = {
      seconds: Number.NaN,
      cpuSeconds: Number.NaN,
      firstTenth: unknownTenth,
      lastTenth: unknownTenth,
    }
    return { blocks, events, memory, ...(isResumed ? unknown : figures) }
  } finally {
    await writer.close()
    stop()
    clearStatus()
  }
}

/** The simulator as a source of events. `waited` is the time spent waiting for it, in milliseconds. */
function simulator(options: object): { source: Source; waited(): number; stop(): void } {
  const child = spawn(process.execPath, [SIMULATOR, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const simulated = readSource('the simulator', child.stdout)
  let waited = 0
  const records = async function* (): ReturnType<Source['records']> {
    const chunks = simulated.records()[Symbol.asyncIterator]()
    for (;;) {
      const requested = performance.now()
      const next = await chunks.next()
      waited += performance.now() - requested
      if (next.done) break
      yield next.value
    }
    const [code] = await exited
    if (code !== 0) throw new Error('the simulator ended before the last block')
  }
  return { source: { ...simulated, records }, waited: () => waited, stop: () => child.kill() }
}

/** The figures between two shares of all events, as precisely as the commits allow. */
function part(marks: readonly Mark[], from: number, to: number): Tenth {
  const all = marks.at(-1)?.events ?? 0
  const start = marks.findLast(({ events }) => events <= from * all) ?? NONE
  const end = marks.find(({ events }) => events >= to * all) ?? start
  const events = end.events - start.events
  return { rate: events / (end.cpuSeconds - start.cpuSeconds), bytes: (end.bytes - start.bytes) / events }
}
