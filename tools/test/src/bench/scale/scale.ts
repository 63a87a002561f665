import type { Bench } from '../bench.ts'
import { reportSizes, sizesIn } from '../database.ts'
import { fillDatabase, networkOf } from '../network.ts'
import { median, medianRatio } from '../rounds.ts'
import { count, ordersOf, ratio, table } from '../table.ts'
import { measureAppends } from './appends.ts'
import { measureLists } from './lists.ts'
import { multiply } from './multiply.ts'

/** Orders of the databases at scale 1. */
const ORDERS = [100_000, 1_000_000, 15_000_000]

/** Few commits, each with many events, since nobody reads meanwhile. */
const BATCHES = { batchEvents: 150_000, batchTime: 60_000 }

export async function measureScale(bench: Bench, atFullScale: readonly number[] = ORDERS): Promise<string> {
  const { scale, rounds } = bench.options
  const orders = atFullScale.map(number => Math.round(scale * number))
  const databases = new Map(orders.map(number => [ordersOf(number), bench.path(`orders-${number}.sqlite`)]))
  const [sizes, paths] = [[...databases.keys()], [...databases.values()]]
  const [least = 0] = orders
  const [smallest = ''] = paths
  // A few parties and markets have most of the records.
  const network = networkOf(least, true)
  await fillDatabase(smallest, network, BATCHES)
  for (const [index, path] of paths.entries())
    if (index > 0) multiply(smallest, path, (orders[index] ?? 0) / least)
  const lists = await measureLists(databases, rounds)
  const tables = sizesIn(paths.at(-1) ?? '')
  const rates = await measureAppends(paths, network, rounds)
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
