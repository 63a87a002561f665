import type { TableSize } from '../database.ts'
import { count, megabytes, micros, ratio, table } from '../table.ts'
import type { GroupTimes, ListTimes } from './measure.ts'

/** A number of orders: `1 M`. */
export function ordersOf(orders: number): string {
  return orders >= 1e6 ? `${orders / 1e6} M` : `${orders / 1e3} k`
}

/**
 * The times of a group of requests, with the growth of the first, middle and last page.
 *
 * @param sizes orders of the databases, the biggest last
 */
export function reportTimes({ title, base, lists }: GroupTimes, sizes: readonly number[]): string {
  const most = ordersOf(sizes.at(-1) ?? 0)
  const smaller = sizes.slice(0, -1).map(ordersOf)
  const headings = [
    ...['', `to ${base}`, 'middle/first', 'last/first'],
    ...smaller.map(size => `first ${most}/${size}`),
    ...smaller.map(size => `middle /${size}`),
    ...smaller.map(size => `last /${size}`),
    ...['rows', 'first'],
  ]
  const rows = lists.map(({ toBase, middle, last, growth, ...list }) => [
    titleOf(list),
    ...[toBase, middle, last, ...growth.first, ...growth.middle, ...growth.last].map(ratio),
    String(list.rows),
    micros(list.first),
  ])
  return `${title}\n${table(headings, rows)}`
}

/** The indexes of each plan, and its faults with `!!`. */
export function reportPlans(groups: readonly GroupTimes[]): string {
  const plans = groups.flatMap(({ lists }) => lists)
  const rows = plans.flatMap(({ plan, ...list }) => {
    const faults = plan.faults.map(fault => `!! ${fault.trim()}`)
    const [head = 'no index', ...rest] = [...plan.indexes, ...faults]
    return [[titleOf(list), head], ...rest.map(line => ['', line])]
  })
  const width = Math.max(...rows.map(([title = '']) => title.length))
  return `Query plans\n${rows.map(([title = '', text]) => `  ${title.padEnd(width)}   ${text}\n`).join('')}`
}

export function reportSizes(sizes: readonly TableSize[]): string {
  const sum = (figure: (size: TableSize) => number) => sizes.reduce((total, size) => total + figure(size), 0)
  const all = {
    name: 'all',
    rows: sum(size => size.rows),
    bytes: sum(size => size.bytes),
    indexBytes: sum(size => size.indexBytes),
  }
  const rows = [...sizes, all].map(({ name, rows, bytes, indexBytes }) => [
    name,
    count((bytes + indexBytes) / rows),
    count(indexBytes / rows),
    count(rows),
    megabytes(bytes + indexBytes),
  ])
  return `Tables\n${table(['', 'bytes/row', 'indexes', 'rows', 'size'], rows)}`
}

function titleOf({ request: { operationId, title } }: Pick<ListTimes, 'request'>): string {
  return title === '' ? operationId : `  ${title}`
}
