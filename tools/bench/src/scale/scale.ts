import type { Bench, Benchmark } from '../benchmark.ts'
import { Database, reportSizes } from '../database.ts'
import { fillDatabase, networkOf } from '../fill.ts'
import { type ListTimes, measureLists } from '../lists/measure.ts'
import { median, medianRatio } from '../rounds.ts'
import { count, micros, ordersOf, ratio, table } from '../table.ts'
import { measureAppends } from './appends.ts'
import { multiply } from './multiply.ts'
import { fillPostgres } from './postgres.ts'

/** Orders of the databases at scale 1. */
const ORDERS = [100_000, 1_000_000, 15_000_000]

/** A network of a few parties and markets. Few commits, each with many events, since nobody reads meanwhile. */
const FILL = { dense: true, batchEvents: 150_000, batchTime: 60_000 }

export const scale: Benchmark = {
  name: 'scale',
  onlyByName: true,
  run: measureScale,
}

async function measureScale(bench: Bench): Promise<string> {
  const { scale, postgres, rounds } = bench.options
  const orders = ORDERS.map(number => Math.round(scale * number))
  const paths = orders.map(number => bench.path(`orders-${number}.sqlite`))
  const [least = 0, middle = 0, most = 0] = orders
  const [smallest = ''] = paths
  await fillDatabase(smallest, { orders: least, ...FILL })
  for (const [index, path] of paths.slice(1).entries())
    multiply(smallest, path, (orders[index + 1] ?? 0) / least)
  const times = await measureLists(paths, rounds)
  const sizes = Database.read(paths.at(-1) ?? '', database => database.sizes())
  const rates = await measureAppends(paths, networkOf(least, true), rounds)
  const parts = [
    `First pages of ${ordersOf(most)} orders, newest first\n${reportTimes(times, orders)}`,
    `Ingest of the next blocks\n${reportRates(rates, orders)}`,
    `SQLite\n${reportSizes(sizes)}`,
  ]
  if (postgres) {
    const sizes = await fillPostgres({ orders: middle, ...FILL })
    parts.push(`PostgreSQL, ${ordersOf(middle)} orders\n${reportSizes(sizes)}`)
  }
  return parts.join('\n')
}

function reportRates(rates: readonly number[][], orders: readonly number[]): string {
  const rows = rates.map((own, index) => [
    ordersOf(orders[index] ?? 0),
    ratio(medianRatio(own, rates[0] ?? [])),
    count(median(own)),
  ])
  return table(['orders', 'to the smallest', 'events per CPU second'], rows)
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
