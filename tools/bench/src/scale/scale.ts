import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Benchmark } from '../benchmark.ts'
import { Database, type TableSize } from '../database.ts'
import { type ListTimes, measureLists } from './measure.ts'
import { PostgresServer } from './postgres-server.ts'
import { type Seeded, Storage } from './storage.ts'
import { ordersOf, reportLists, reportPlans, reportSeeding, reportTables } from './tables.ts'

/** What the `scale` benchmark is told besides what all are. */
export interface ScaleOptions {
  /** Scale of the biggest database: 1 is 10 million orders. The others have a tenth and a hundredth of it. */
  readonly scale: number
  /** Where the databases lie. */
  readonly directory?: string
  /** Whether they stay for the next run. */
  readonly keep: boolean
  /** Whether PostgreSQL is measured too, at a tenth of the scale. */
  readonly postgres: boolean
}

export const DEFAULT_SCALE = 0.1

const FOLDER = join(tmpdir(), 'trading-network-bench-scale')
const DEFAULTS: ScaleOptions = { scale: DEFAULT_SCALE, keep: false, postgres: true }

export const scale: Benchmark = {
  name: 'scale',
  about: 'page times and query plans of every filter on databases of three sizes, and on PostgreSQL',
  orders: 0,
  onlyByName: true,
  run: async bench => {
    const report = reportScale(await measureScale(bench))
    const { keep, directory = FOLDER } = bench.options.scale ?? DEFAULTS
    return keep ? `${report}The databases are kept in ${directory}\n` : report
  },
}

/** What was measured on one kind of database. */
export interface KindFigures {
  readonly kind: 'SQLite' | 'PostgreSQL'
  readonly seeded: readonly Seeded[]
  readonly measured: Awaited<ReturnType<typeof measureLists>>
  /** Of the biggest database. */
  readonly sizes: readonly TableSize[]
}

/** Seeds databases and measures every request on them; first SQLite, then PostgreSQL. */
export async function measureScale({ options, status }: Bench): Promise<KindFigures[]> {
  const { scale, directory = FOLDER, keep, postgres } = options.scale ?? DEFAULTS
  const storage = new Storage(directory)
  try {
    const seeded = await storage.databases([scale / 100, scale / 10, scale].map(rounded), status)
    const measured = await measureLists(seeded, { rounds: options.rounds, status })
    const figures: KindFigures[] = [{ kind: 'SQLite', seeded, measured, sizes: sizesOf(seeded) }]
    if (postgres)
      figures.push(await measurePostgres([scale / 100, scale / 10].map(rounded), { options, status }))
    return figures
  } finally {
    if (!keep) storage.remove()
  }
}

async function measurePostgres(
  scales: readonly number[],
  { options, status }: Pick<Bench, 'options' | 'status'>,
): Promise<KindFigures> {
  const server = await PostgresServer.start()
  try {
    const seeded = await server.databases(scales, status)
    const measured = await measureLists(seeded, { rounds: options.rounds, status })
    const sizes = await server.sizes(seeded.at(-1)?.database ?? '')
    return { kind: 'PostgreSQL', seeded, measured, sizes }
  } finally {
    await server.remove()
  }
}

/** A tenth of a tenth is not quite a hundredth. */
const rounded = (scale: number) => Number(scale.toPrecision(3))

function sizesOf(seeded: readonly Seeded[]): readonly TableSize[] {
  const database = new Database(seeded.at(-1)?.database ?? '')
  try {
    return database.sizes()
  } finally {
    database.close()
  }
}

/** The tables of all kinds; makes the process end with 1 when a plan reads or sorts more than a page. */
export function reportScale(kinds: readonly KindFigures[]): string {
  const faults = kinds.flatMap(({ measured }) => Object.values(measured).flat()).filter(hasFault)
  if (faults.length > 0) process.exitCode = 1
  const verdict =
    faults.length === 0
      ? 'No plan scans a table or sorts.'
      : `${faults.length} plans scan a table or sort: the lines with !! above.`
  return `${kinds.map(reportKind).join('\n')}\n${verdict}\n`
}

const hasFault = ({ plan }: ListTimes) => plan.faults.length > 0

function reportKind({ kind, seeded, measured: { lists, windows, orders }, sizes }: KindFigures): string {
  const scales = seeded.map(({ scale }) => scale)
  const about = `${kind}, up to ${ordersOf(scales.at(-1) ?? 1)} orders`
  return [
    `${about}. ${reportSeeding(seeded)}`,
    `${about}. ${reportTables(sizes)}`,
    `${about}. Pages of 50, newest first, in process\n${reportLists(lists, scales, 'unfiltered')}`,
    `${about}. Totals of referees\n${reportLists(windows, scales, '1 epoch')}`,
    `${about}. Single orders\n${reportLists(orders, scales, 'latest')}`,
    `${about}. Query plans\n${reportPlans([...lists, ...windows, ...orders])}`,
  ].join('\n')
}
