import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  createDatabase,
  ingest,
  type Progress,
  readSource,
  type Source,
  SqliteWriter,
} from '@trading-network/server'
import { simulate } from '@trading-network/simulator'
import { CLI } from './child.ts'
import { count } from './report.ts'
import type { StatusLine } from './status-line.ts'

/** Busy enough that a block has thousands of events, as on a network that somebody would benchmark. */
const NETWORK = { seed: 1, scale: 20 }
const PILOT_BLOCKS = 60

/** How filling a database went. */
export interface Filling {
  readonly blocks: number
  /** Events of all kinds: one is one line of the stream. */
  readonly events: number
  /** Time that the ingest had something to do: waiting for the simulator does not count. */
  readonly seconds: number
  /** Processor time of the ingest, in seconds. */
  readonly cpuSeconds: number
  /** Events per second over the first tenth of the events, and over the last. */
  readonly firstTenth: number
  readonly lastTenth: number
}

interface Mark {
  readonly events: number
  readonly seconds: number
}

/** Simulates a network with about so many orders in a process of its own, and ingests it here as it comes. */
export async function fillDatabase(path: string, orders: number, status: StatusLine): Promise<Filling> {
  const blocks = Math.ceil(orders / ordersPerBlock())
  const { source, waited, stop } = simulator(blocks)
  const writer = new SqliteWriter(createDatabase(path))
  const marks: Mark[] = [{ events: 0, seconds: 0 }]
  const started = performance.now()
  const cpu = process.cpuUsage()
  const mark = ({ records, checkpoint }: Progress): void => {
    const seconds = (performance.now() - started - waited()) / 1000
    marks.push({ events: records, seconds })
    const done = Number(checkpoint.height) / blocks
    const left = (performance.now() - started) * (1 / done - 1)
    status.show(
      `filling the database: ${Math.floor(100 * done)} % · ${count(records)} events · ` +
        `${count(records / seconds)} events/s · ${count(left / 1000)} s left`,
    )
  }
  try {
    const { records: events } = await ingest(source, writer, { onCommit: mark })
    const { user, system } = process.cpuUsage(cpu)
    const seconds = marks.at(-1)?.seconds ?? 0
    const tenths = { firstTenth: rate(marks, 0, 0.1), lastTenth: rate(marks, 0.9, 1) }
    return { blocks, events, seconds, cpuSeconds: (user + system) / 1e6, ...tenths }
  } finally {
    writer.close()
    stop()
    status.clear()
  }
}

/** New orders in a block of the network, from its first ones. */
function ordersPerBlock(): number {
  const ids = new Set<string>()
  for (const line of simulate({ ...NETWORK, blocks: PILOT_BLOCKS })) {
    const { order } = JSON.parse(line) as { order?: { id: string } }
    if (order) ids.add(order.id)
  }
  return ids.size / PILOT_BLOCKS
}

/** The simulator's command as a source of events, with the time in milliseconds that was spent waiting for it. */
function simulator(blocks: number): { source: Source; waited(): number; stop(): void } {
  const options = ['--seed', NETWORK.seed, '--scale', NETWORK.scale, '--blocks', blocks].map(String)
  const child = spawn(process.execPath, [CLI, 'simulate', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const simulated = readSource('the simulator', child.stdout)
  let waited = 0
  const records = async function* (): ReturnType<Source['records']> {
    const chunks = simulated.records()[Symbol.asyncIterator]()
    for (;;) {
      const asked = performance.now()
      const next = await chunks.next()
      waited += performance.now() - asked
      if (next.done) break
      yield next.value
    }
    const [code] = await exited
    if (code !== 0) throw new Error('the simulator was ended before it was done')
  }
  return { source: { ...simulated, records }, waited: () => waited, stop: () => child.kill() }
}

/** Events per second between two shares of all events, as near as the commits tell. */
function rate(marks: readonly Mark[], from: number, to: number): number {
  const all = marks.at(-1)?.events ?? 0
  const start = marks.findLast(({ events }) => events <= from * all) ?? { events: 0, seconds: 0 }
  const end = marks.find(({ events }) => events >= to * all) ?? start
  return (end.events - start.events) / (end.seconds - start.seconds)
}
