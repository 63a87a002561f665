import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench, Benchmark } from '../benchmark.ts'
import { Database, type TableSize } from '../database.ts'
import { type GroupTimes, measureLists } from '../lists/measure.ts'
import { sampleOf } from '../lists/sample.ts'
import { ordersOf, reportPlans, reportSizes, reportTimes } from '../lists/tables.ts'
import { count, megabytes, ratio, table } from '../table.ts'
import { fillCluster, postgresSizes } from './postgres.ts'
import { type Filled, fillFolder } from './storage.ts'

/** Orders of the biggest database at scale 1. The others have a tenth and a hundredth. */
const MAX_ORDERS = 10_000_000

export const scale: Benchmark = {
  name: 'scale',
  about: 'page times and query plans of every filter on SQLite databases of three sizes, and on PostgreSQL',
  onlyByName: true,
  run: async bench => reportScale(await measureScale(bench)),
}

/** The measurements on one kind of database. */
export interface KindFigures {
  readonly kind: 'SQLite' | 'PostgreSQL'
  readonly filled: readonly Filled[]
  readonly groups: readonly GroupTimes[]
  /** Of the biggest database. */
  readonly sizes: readonly TableSize[]
}

/** Measures every request on databases of three sizes; on PostgreSQL without the biggest. */
export async function measureScale({ options }: Bench): Promise<KindFigures[]> {
  const { scale, directory, postgres, rounds } = options
  const folder = directory ?? mkdtempSync(join(tmpdir(), 'trading-network-scale-'))
  const remove = () => directory ?? rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const filled = await fillFolder(
      folder,
      [0.01, 0.1, 1].map(share => Math.max(1, Math.round(share * scale * MAX_ORDERS))),
    )
    const targets = filled.map(({ database }) => ({ database, sample: sampleOf(database) }))
    const groups = await measureLists(targets, rounds)
    const sizes = Database.read(filled.at(-1)?.database ?? '', database => database.sizes())
    const figures: KindFigures[] = [{ kind: 'SQLite', filled, groups, sizes }]
    if (postgres) {
      // The same events, and so the same identifiers.
      const smaller = filled.slice(0, -1).map(({ orders }) => orders)
      await fillCluster(smaller, async filled => {
        const copies = filled.map(({ database }, index) => ({ ...targets[index]!, database }))
        const groups = await measureLists(copies, rounds)
        const sizes = await postgresSizes(filled.at(-1)?.database ?? '')
        figures.push({ kind: 'PostgreSQL', filled, groups, sizes })
      })
    }
    return figures
  } finally {
    remove()
  }
}

/** The tables of all kinds. Sets the exit code 1 when a plan reads or sorts more than a page. */
export function reportScale(kinds: readonly KindFigures[]): string {
  const plans = kinds.flatMap(({ groups }) => groups.flatMap(({ lists }) => lists.map(({ plan }) => plan)))
  const faulty = plans.filter(({ faults }) => faults.length > 0).length
  if (faulty > 0) process.exitCode = 1
  const verdict =
    faulty === 0
      ? 'No plan scans a table or sorts.'
      : `${faulty} plans scan a table or sort: the lines with !! above.`
  return `${kinds.map(reportKind).join('\n')}\n${verdict}\n`
}

function reportKind({ kind, filled, groups, sizes }: KindFigures): string {
  const orders = filled.map(one => one.orders)
  return [
    reportFillings(filled),
    reportSizes(sizes),
    ...groups.map(group => reportTimes(group, orders)),
    reportPlans(groups),
  ]
    .map(part => `${kind}, up to ${ordersOf(orders.at(-1) ?? 0)} orders. ${part}`)
    .join('\n')
}

function reportFillings(filled: readonly Filled[]): string {
  const headings = [
    ...['orders', 'last/first tenth', 'event size', 'events per CPU second', 'events'],
    ...['seconds', 'memory'],
  ]
  const rows = filled.map(({ orders, filling }) => {
    const { events, seconds, cpuSeconds, firstTenth, lastTenth, memory } = filling
    return [
      ordersOf(orders),
      ratio(lastTenth.rate / firstTenth.rate),
      ratio(lastTenth.bytes / firstTenth.bytes),
      ...[events / cpuSeconds, events, seconds].map(count),
      megabytes(memory),
    ]
  })
  return `Ingest\n${table(headings, rows)}`
}
