import type { Bench, Benchmark } from './benchmark.ts'
import { Database } from './database.ts'
import type { Filling } from './fill/fill.ts'
import { measureLists } from './lists/measure.ts'
import { sampleOf } from './lists/sample.ts'
import { reportSizes, reportTimes } from './lists/tables.ts'
import { count, ratio, table } from './table.ts'

export const data: Benchmark = {
  name: 'data',
  about: 'ingest rate, database size, and the time of a page at the start, in the middle and at the end',
  orders: 1_000_000,
  run: reportData,
}

async function reportData(bench: Bench): Promise<string> {
  const { path, filling } = await bench.network()
  const { orders, rounds } = bench.options
  const groups = await measureLists([{ database: path, sample: sampleOf(path) }], rounds)
  return [
    ...(filling ? [reportFilling(filling)] : []),
    ...groups.map(group => reportTimes(group, [orders])),
    reportSizes(Database.read(path, database => database.sizes())),
  ].join('\n')
}

function reportFilling({ events, blocks, seconds, cpuSeconds, firstTenth, lastTenth }: Filling): string {
  const figures = [
    ['last tenth of the events to the first, by CPU time', ratio(lastTenth.rate / firstTenth.rate)],
    ['the same for the size of an event', ratio(lastTenth.bytes / firstTenth.bytes)],
    ['events/s', count(events / seconds)],
    ['events per second of CPU time', count(events / cpuSeconds)],
  ]
  return `Ingest of ${count(events)} events in ${count(blocks)} blocks, ${count(seconds)} s\n${table(['', ''], figures)}`
}
