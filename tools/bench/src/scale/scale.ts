import type { Bench, Benchmark } from '../benchmark.ts'
import { Database, reportSizes } from '../database.ts'
import { type Filling, fillDatabase } from '../fill.ts'
import { type ListTimes, measureLists } from '../lists/measure.ts'
import { count, megabytes, micros, ordersOf, ratio, table } from '../table.ts'
import { fillPostgres } from './postgres.ts'

/** Orders of the biggest database at scale 1. The others have a tenth and a hundredth. */
const MAX_ORDERS = 10_000_000

/** A network of a few parties and markets. Few commits, each with many events, since nobody reads meanwhile. */
const FILL = { dense: true, batchEvents: 150_000, batchTime: 60_000 }

export const scale: Benchmark = {
  name: 'scale',
  about: 'page times on SQLite databases of three sizes; bytes per row there and in PostgreSQL',
  onlyByName: true,
  run: measureScale,
}

async function measureScale(bench: Bench): Promise<string> {
  const { scale, postgres, rounds } = bench.options
  const databases = [0.01, 0.1, 1].map(share => {
    const orders = Math.max(1, Math.round(share * scale * MAX_ORDERS))
    return { orders, path: bench.path(`orders-${orders}.sqlite`) }
  })
  const fillings: Filling[] = []
  for (const { orders, path } of databases) fillings.push(await fillDatabase(path, { orders, ...FILL }))
  const orders = databases.map(one => one.orders)
  const paths = databases.map(({ path }) => path)
  const times = await measureLists(paths, rounds)
  const sizes = Database.read(paths.at(-1) ?? '', database => database.sizes())
  const parts = [
    `Ingest\n${reportFillings(orders, fillings)}`,
    `First pages of ${ordersOf(orders.at(-1) ?? 0)} orders, newest first\n${reportTimes(times, orders)}`,
    `SQLite\n${reportSizes(sizes)}`,
  ]
  if (postgres) {
    const most = orders.at(-2) ?? 1
    const { filling, sizes } = await fillPostgres({ orders: most, ...FILL })
    const ingest = reportFillings([most], [filling])
    parts.push(`PostgreSQL, ${ordersOf(most)} orders\n${ingest}\n${reportSizes(sizes)}`)
  }
  return parts.join('\n')
}

function reportFillings(orders: readonly number[], fillings: readonly Filling[]): string {
  const rows = fillings.map(({ rate, size, events, memory }, index) => [
    ordersOf(orders[index] ?? 0),
    count(rate),
    count(size),
    count(events),
    megabytes(memory),
  ])
  return table(['orders', 'events per CPU second', 'bytes/event', 'events', 'memory'], rows)
}

function reportTimes(times: readonly ListTimes[], orders: readonly number[]): string {
  const [biggest = '', ...smaller] = orders.map(ordersOf).reverse()
  const growth = smaller.reverse().map(size => `${biggest} : ${size}`)
  const rows = times.map(time => [
    time.title,
    ...[...time.growth, time.last, time.toBase].map(ratio),
    String(time.rows),
    micros(time.first),
  ])
  return table(['', ...growth, 'last : first', 'with : without', 'rows', 'first'], rows)
}
