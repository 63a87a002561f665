import type { Bench, Benchmark } from '../benchmark.ts'
import { Database, reportSizes } from '../database.ts'
import { fillDatabase, networkOf } from '../fill.ts'
import { median, medianRatio } from '../rounds.ts'
import { count, ordersOf, ratio, table } from '../table.ts'
import { measureAppends } from './appends.ts'
import { measureLists } from './lists.ts'
import { multiply } from './multiply.ts'

/** Orders of the databases at scale 1. */
const ORDERS = [100_000, 1_000_000, 15_000_000]

/** A network of a few parties and markets. Few commits, each with many events, since nobody reads meanwhile. */
const FILL = { dense: true, batchEvents: 150_000, batchTime: 60_000 }

export const scale: Benchmark = {
  name: 'scale',
  run: measureScale,
}

export async function measureScale(bench: Bench, atFullScale: readonly number[] = ORDERS): Promise<string> {
  const { scale, rounds } = bench.options
  const orders = atFullScale.map(number => Math.round(scale * number))
  const databases = new Map(orders.map(number => [ordersOf(number), bench.path(`orders-${number}.sqlite`)]))
  const [sizes, paths] = [[...databases.keys()], [...databases.values()]]
  const [least = 0] = orders
  const [smallest = ''] = paths
  await fillDatabase(smallest, { orders: least, ...FILL })
  for (const [index, path] of paths.entries())
    if (index > 0) multiply(smallest, path, (orders[index] ?? 0) / least)
  const lists = await measureLists(databases, rounds)
  const tables = Database.read(paths.at(-1) ?? '', database => database.sizes())
  const rates = await measureAppends(paths, networkOf(least, true), rounds)
  const ofRates = rates.map((own, index) => [
    sizes[index] ?? '',
    ratio(medianRatio(own, rates[0] ?? [])),
    count(median(own)),
  ])
  return [
    `First pages of ${sizes.at(-1)} orders, newest first\n${lists}`,
    `Ingest of the next blocks\n${table(['orders', 'to the smallest', 'events per CPU second'], ofRates)}`,
    `SQLite\n${reportSizes(tables)}`,
  ].join('\n')
}
