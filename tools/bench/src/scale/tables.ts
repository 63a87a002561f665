import type { TableSize } from '../database.ts'
import { count, megabytes, micros, ratio, table } from '../report.ts'
import type { ListTimes } from './measure.ts'
import type { Seeded } from './storage.ts'

/** A scale as the orders it has: `1 M` at scale 0.1. */
export function ordersOf(scale: number): string {
  const orders = 10_000_000 * scale
  return orders >= 1e6 ? `${orders / 1e6} M` : `${orders / 1e3} k`
}

export function reportSeeding(seeded: readonly Seeded[]): string {
  const headings = ['orders', 'last/first tenth', 'events/s', 'events', 'seconds', 'memory']
  const rows = seeded.map(({ scale, seeding }) => [
    ordersOf(scale),
    ratio(seeding.lastTenth / seeding.firstTenth),
    count(seeding.events / seeding.seconds),
    count(seeding.events),
    count(seeding.seconds),
    megabytes(seeding.memory),
  ])
  return `Seeding through the ingest\n${table(headings, rows)}`
}

export function reportTables(sizes: readonly TableSize[]): string {
  const rows = sizes.map(({ name, rows, bytes, indexBytes }) => [
    name,
    count(rows),
    count((bytes + indexBytes) / rows),
    count(indexBytes / rows),
    megabytes(bytes + indexBytes),
  ])
  return `Tables\n${table(['', 'rows', 'bytes/row', 'of it indexes', 'size'], rows)}`
}

/**
 * The lists of each operation, with the growth of the first, middle and last page from each smaller size to the biggest.
 *
 * @param base what the first one of each operation is
 */
export function reportLists(lists: readonly ListTimes[], scales: readonly number[], base: string): string {
  const most = ordersOf(scales.at(-1) ?? 1)
  const smaller = scales.slice(0, -1).map(ordersOf)
  const headings = [
    '',
    `to ${base}`,
    'middle/first',
    'last/first',
    ...smaller.map(size => `first ${most}/${size}`),
    ...smaller.map(size => `middle /${size}`),
    ...smaller.map(size => `last /${size}`),
    'rows',
    'first',
  ]
  const rows = lists.map(list => [
    titleOf(list),
    ratio(list.toUnfiltered),
    ...[list.middle, list.last, ...list.growth.first, ...list.growth.middle, ...list.growth.last].map(cell),
    String(list.rows),
    micros(list.first),
  ])
  return table(headings, rows)
}

export function reportPlans(lists: readonly ListTimes[]): string {
  const rows = lists.flatMap(list => {
    const faults = list.plan.faults.map(fault => `!! ${fault.trim()}`)
    const [head = 'no index', ...rest] = [...list.plan.indexes, ...faults]
    return [[titleOf(list), head], ...rest.map(line => ['', line])]
  })
  const width = Math.max(...rows.map(([title = '']) => title.length))
  return rows.map(([title = '', text]) => `  ${title.padEnd(width)}   ${text}\n`).join('')
}

function titleOf({ request: { operationId, title } }: ListTimes): string {
  return title === '' ? operationId : `  ${title}`
}

function cell(figure: number | undefined): string {
  return ratio(figure ?? Number.NaN)
}
