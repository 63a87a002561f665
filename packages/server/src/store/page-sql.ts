import type { Bounds } from '../paging.ts'
import type { Place } from './cursor.ts'
import { isByDistance, narrowed, withClasses } from './distance.ts'
import { indexCondition } from './index-condition.ts'
import type { SqlValue, Statement } from './reading.ts'
import { hashBytes } from './sqlite-writer.ts'
import type { ListedTable } from './table.ts'

/** Which rows of a table are asked for; every condition must hold. */
export interface Selection {
  readonly table: ListedTable
  /** Column to the values it may have, any one of them. No values: no row matches. */
  readonly anyOf: ReadonlyMap<string, readonly string[]>
  /** Integer column to the range its value lies in: start inclusive, end exclusive. */
  readonly ranges: ReadonlyMap<string, Range>
  /** Rows strictly after this place and strictly before that one, in rising order of the sort key. */
  readonly after: Place
  readonly before: Place
}

export type Order = 'ASC' | 'DESC'

export interface Range {
  readonly start?: bigint
  readonly end?: bigint
}

/** Binds a value and gives the text that stands for it. */
export type Bind = (value: SqlValue) => string

/** Past both ends of every list. */
export const first: Place = { at: -(2n ** 63n), pos: -1n }
export const last: Place = { at: 2n ** 63n - 1n, pos: 2n ** 63n - 1n }

/**
 * How many combinations of filter values are read as one index range each and merged. SQLite takes 500 at most; several
 * columns at once are worth it only for few, since each one costs a seek. By distance there are 32 for each value.
 */
const MOST_ARMS = { oneColumn: 480, moreColumns: 64, byDistance: 256 }

/**
 * The rows of a selection in the order of the sort key, as one index range per combination of filter values, merged
 * without a sort: the cost is that of the rows returned, not of the rows that match.
 */
export function selectRows(
  selection: Selection,
  columns: (bind: Bind) => string,
  order: Order,
  limit: number,
): Required<Pick<Statement, 'text' | 'postgres' | 'values'>> {
  const values = new Values()
  // SQLite plans by the value of a bare LIMIT parameter, and so compiles the statement again at every execution.
  const ordered = `ORDER BY at ${order}, pos ${order} LIMIT ${values.add(BigInt(limit))} + 0`
  const read = `${columns(value => values.add(value))}, at, pos`
  const ranges = arms(selection, read, values)
  return { ...merged(ranges, ordered), values: values.all }
}

/** The same rows as their number and one text of edges joined by commas: put together inside the database. */
export function selectEdges(selection: Selection, order: Order, limit: number): Statement {
  const { text, postgres, values } = selectRows(selection, () => 'edge', order, limit)
  return { text: `SELECT count(*), group_concat(edge, ',') FROM (${text})`, postgres, joined: true, values }
}

/** Whether the selection has any row. */
export function selectExists(selection: Selection): Statement {
  const values = new Values()
  const ranges = arms(selection, 'at, pos', values)
  const exists = (rows: string) => `SELECT EXISTS (SELECT 1 FROM (${rows}) AS rest)`
  const { postgres } = merged(ranges, 'ORDER BY at, pos LIMIT 1')
  return { text: exists(ranges.ranges.join(' UNION ALL ')), postgres: exists(postgres), values: values.all }
}

/**
 * Ranges as one. SQLite merges those of a plain union; PostgreSQL merges only what is in order already, and would
 * otherwise read all that matches and sort it.
 */
function merged({ ranges, condition }: Arms, ordered: string): { text: string; postgres: string } {
  const each = ranges.map(range =>
    condition ? `${range} AND ${condition} ${ordered}` : `${range} ${ordered}`,
  )
  const [only = ''] = each
  const union = each.map(range => `(${range})`).join(' UNION ALL ')
  return {
    text: `${ranges.join(' UNION ALL ')} ${ordered}`,
    postgres: each.length === 1 ? only : `SELECT * FROM (${union}) AS ranges ${ordered}`,
  }
}

export function opposite(order: Order): Order {
  return order === 'ASC' ? 'DESC' : 'ASC'
}

/** Index ranges that together are a selection. */
interface Arms {
  readonly ranges: readonly string[]
  /** Keeps PostgreSQL to the index that the ranges are of. */
  readonly condition: string | undefined
}

function arms(selection: Selection, columns: string, values: Values): Arms {
  const { table, ranges } = selection
  const anyOf = withClasses(selection)
  const sought = bestIndex(table, anyOf)
  const common = [
    ...[...selection.anyOf]
      .filter(([column]) => !sought.includes(column))
      .map(([column, of]) => residual(table, column, of, values)),
    ...[...ranges].flatMap(([column, range]) => within(column, range, values)),
  ]
  const place = between(selection, sought, values)
  const each = combinations(sought.map(column => rounded(anyOf.get(column) ?? []))).map(combination => {
    const equal = combination.map(
      (value, i) => `${sought[i]} = ${literal(table, sought[i] as string, value, values)}`,
    )
    const conditions = [...equal, ...common, place(combination)]
    return `SELECT ${columns} FROM ${table.name} WHERE ${conditions.join(' AND ')}`
  })
  return { ranges: each, condition: indexCondition(table, sought) }
}

/** The condition that keeps a combination to its part of the list; the same for all of them unless they have classes. */
function between(
  { table: { distance }, ranges, ...list }: Selection,
  sought: readonly string[],
  values: Values,
): (combination: readonly (string | null)[]) => string {
  const text = ({ after, before }: Bounds) =>
    `(at, pos) > (${values.add(after.at)}, ${values.add(after.pos)})` +
    ` AND (at, pos) < (${values.add(before.at)}, ${values.add(before.pos)})`
  const classes = distance ? sought.indexOf(distance.classes) : -1
  const range = (distance && ranges.get(distance.to)) ?? {}
  if (classes >= 0) return combination => text(narrowed(list, range, combination[classes] ?? ''))
  const all = text(list)
  return () => all
}

/**
 * The columns to seek by: the first of these of which every column is filtered by few enough values. A whole key finds
 * its record, whatever the table's size; after it come the indexes for a range, if one is asked for, the cluster and the
 * other indexes, as the table declares them.
 */
function bestIndex(table: ListedTable, anyOf: Selection['anyOf']): readonly string[] {
  const { key, cluster, indexes } = table
  const byDistance =
    table.distance && anyOf.has(table.distance.classes)
      ? indexes.filter(columns => isByDistance(table, columns))
      : []
  const usable = (columns: readonly string[]) => {
    const arms = columns.reduce((product, column) => product * (anyOf.get(column)?.length ?? Infinity), 1)
    if (byDistance.includes(columns)) return arms <= MOST_ARMS.byDistance
    return arms <= (columns.length > 1 ? MOST_ARMS.moreColumns : MOST_ARMS.oneColumn)
  }
  return [key, ...byDistance, ...(cluster ? [cluster] : []), ...indexes].find(usable) ?? []
}

/**
 * Values filled up to a power of two with ones that no row has. Each number of values would be a statement of its own,
 * prepared and kept (a large one takes megabytes); so there are ten.
 */
export function rounded(values: readonly string[]): readonly (string | null)[] {
  const most = Math.max(values.length, MOST_ARMS.oneColumn)
  const length = values.length === 0 ? 0 : Math.min(2 ** Math.ceil(Math.log2(values.length)), most)
  return [...values, ...Array.from({ length: length - values.length }, () => null)]
}

function combinations(lists: readonly (readonly (string | null)[])[]): (string | null)[][] {
  return lists.reduce<(string | null)[][]>(
    (all, list) => all.flatMap(one => list.map(value => [...one, value])),
    [[]],
  )
}

/** The plus keeps the planner from seeking by this column: the page must stay one range in the order of the sort key. */
function residual(table: ListedTable, column: string, of: readonly string[], values: Values): string {
  return `+${column} IN (${rounded(of)
    .map(value => literal(table, column, value, values))
    .join(', ')})`
}

function within(column: string, { start, end }: Range, values: Values): string[] {
  return [
    ...(start === undefined ? [] : [`${column} >= ${values.add(start)}`]),
    ...(end === undefined ? [] : [`${column} < ${values.add(end)}`]),
  ]
}

function literal(table: ListedTable, column: string, value: string | null, values: Values): string {
  switch (table.columns[column]) {
    case 'name':
      return `(SELECT id FROM names WHERE text = ${values.add(value)})`
    case 'hash':
      return values.add(value === null ? null : hashBytes(value))
    case 'integer':
      return values.add(value === null ? null : BigInt(value))
    default:
      return values.add(value)
  }
}

/** Bound values, numbered so that all arms share the common ones. Request text never becomes SQL text. */
class Values {
  readonly all: SqlValue[] = []

  add(value: SqlValue): string {
    return `?${this.all.push(value)}`
  }
}
