import { openNetwork } from '@trading-network/server'
import type { Bench, Benchmark } from './benchmark.ts'
import { Database, type TableSize } from './database.ts'
import type { Filling } from './filling.ts'
import { type OrderTimes, timeOrders } from './order-times.ts'
import { biggestLists, type PageTimes, timePages } from './page-times.ts'
import { count, megabytes, micros, ratio, table } from './report.ts'

/** What the `data` benchmark measured. */
export interface DataFigures {
  /** Absent when the database was there already. */
  readonly filling?: Filling
  readonly sizes: readonly TableSize[]
  readonly pages: readonly PageTimes[]
  readonly orders: OrderTimes
}

export const data: Benchmark = {
  name: 'data',
  about: 'ingest rate, database size, and the time of a page at the start, in the middle and at the end',
  orders: 1_000_000,
  run: async bench => reportData(await measureData(bench)),
}

/** Fills a database and measures how quickly, how big it is, and whether its depth can be felt. */
export async function measureData(bench: Bench): Promise<DataFigures> {
  const { path, filling } = await bench.network()
  const { rounds } = bench.options
  const database = new Database(path)
  const network = openNetwork(path)
  try {
    const pages = biggestLists(database).map(list => {
      bench.status.show(`reading ${list.title}`)
      return timePages(network, list, rounds)
    })
    const orders = timeOrders(network, database, rounds)
    bench.status.clear()
    return {
      ...(filling && { filling }),
      sizes: database.sizes(),
      pages: pages.filter(times => times !== undefined),
      orders,
    }
  } finally {
    network.close()
    database.close()
  }
}

function reportData({ filling, sizes, pages, orders }: DataFigures): string {
  const rows = sizes.reduce((sum, size) => sum + size.rows, 0)
  return [
    ...(filling ? [reportFilling(filling, rows)] : []),
    reportPages(pages),
    reportOrders(orders),
    reportSizes(sizes, rows),
  ].join('\n')
}

function reportFilling(filling: Filling, rows: number): string {
  const { events, blocks, seconds, cpuSeconds, firstTenth, lastTenth } = filling
  const figures = [
    ['last tenth of the events to the first', ratio(lastTenth / firstTenth)],
    ['events/s', count(events / seconds)],
    ['events per second of processor time', count(events / cpuSeconds)],
    ['events/s, first tenth', count(firstTenth)],
    ['events/s, last tenth', count(lastTenth)],
    ['rows/s', count(rows / seconds)],
  ]
  return `Ingest of ${count(events)} events in ${count(blocks)} blocks, ${count(seconds)} s\n${table(['', ''], figures)}`
}

function reportPages(pages: readonly PageTimes[]): string {
  const headings = ['', 'middle/start', 'end/start', 'rows', 'start', 'middle', 'end']
  const figures = pages.map(({ title, rows, start, middle, end, middleToStart, endToStart }) => [
    title,
    ratio(middleToStart),
    ratio(endToStart),
    count(rows),
    micros(start),
    micros(middle),
    micros(end),
  ])
  return `Pages of 50, newest first, in process\n${table(headings, figures)}`
}

function reportOrders({ latest, byVersion, byVersionToLatest }: OrderTimes): string {
  const headings = ['', 'by version/latest', 'latest', 'by version']
  const figures = [['random orders', ratio(byVersionToLatest), micros(latest), micros(byVersion)]]
  return `Single orders, in process\n${table(headings, figures)}`
}

function reportSizes(sizes: readonly TableSize[], rows: number): string {
  const bytes = sizes.reduce((sum, size) => sum + size.bytes + size.indexBytes, 0)
  const headings = ['', 'bytes/row', 'of it indexes', 'rows', 'size']
  const figures = sizes.map(size => [
    size.name,
    count((size.bytes + size.indexBytes) / size.rows),
    count(size.indexBytes / size.rows),
    count(size.rows),
    megabytes(size.bytes + size.indexBytes),
  ])
  const total = ['all', count(bytes / rows), '', count(rows), megabytes(bytes)]
  return `Database\n${table(headings, [...figures, total])}`
}
