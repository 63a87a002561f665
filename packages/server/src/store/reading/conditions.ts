import type { Place } from '../tables/cursor.ts'
import { hashBytes } from '../tables/hash-bytes.ts'
import type { ListedTable } from '../tables/table.ts'
import { distantRange, narrowed } from './distance-ranges.ts'
import type { SqlValue } from './reading.ts'
import { countOf, type Order, rounded, type Selection } from './selection.ts'

/**
 * The values of a statement. They are numbered, so that all index ranges share the common ones. The text of a statement
 * depends only on the numbers of values, so that a database prepares it once.
 */
export class Bindings {
  readonly values: SqlValue[] = []

  /** Returns the placeholder of a value. Request text never becomes SQL text. */
  add(value: SqlValue): string {
    return `?${this.values.push(value)}`
  }
}

/** Writes the conditions of each range of an index, one per combination of filter values. */
export function rangeConditions(
  selection: Selection,
  seekColumns: readonly string[],
  order: Order,
  bindings: Bindings,
): readonly string[][] {
  let all: string[][] = [[]]
  for (const column of seekColumns) {
    const conditions = seekConditions(selection, column, bindings)
    all = all.flatMap(one => conditions.map(condition => [...one, condition]))
  }
  const classes = selection.table.distance?.classes ?? ''
  if (seekColumns.includes(classes)) return all
  const bounds = boundsOf(selection, selection.anyOf.get(classes) ?? [], bindings)
  // An unnecessary bound would cost a comparison per row. A seek over the whole list has one bound at its end, so that
  // both databases scan the index and not the table.
  if (seekColumns.length === 0 && bounds.length === 0)
    bounds.push(order === 'ASC' ? `at > ${-(2n ** 63n) + 1n}` : `at < ${2n ** 63n - 1n}`)
  return all.map(one => [...one, ...bounds])
}

/**
 * Writes the filters that an index does not have.
 *
 * @param lookUps gets the tables that they read: the names of a filter, which are looked up once for all ranges
 */
export function filterConditions(
  selection: Selection,
  seekColumns: readonly string[],
  bindings: Bindings,
  lookUps: string[],
): string[] {
  const { table, anyOf, ranges } = selection
  // The range of the other time says more than its classes.
  const tested = [...anyOf.keys()].filter(
    column => !seekColumns.includes(column) && column !== table.distance?.classes,
  )
  return [
    ...tested.map(column => filterCondition(selection, column, bindings, lookUps)),
    // Each with a plus, like a filter.
    ...[...ranges].flatMap(([column, { start, end }]) => [
      ...(start === undefined ? [] : [`+${column} >= ${bindings.add(start)}`]),
      ...(end === undefined ? [] : [`+${column} < ${bindings.add(end)}`]),
    ]),
  ]
}

/** Writes a condition for each value of a column. That for a class of distance has the bounds of its rows. */
function seekConditions(selection: Selection, column: string, bindings: Bindings): string[] {
  const { table, anyOf } = selection
  const conditions = placeholders(selection, column, bindings).map(
    value => `${column} = ${isName(table, column) ? idOf(value) : value}`,
  )
  if (column !== table.distance?.classes) return conditions
  return (anyOf.get(column) ?? []).map((ofClass, index) =>
    [conditions[index], ...boundsOf(selection, [ofClass], bindings)].join(' AND '),
  )
}

/** Writes the bounds of the rows of some classes, in rising order, whose other time can be in its range. */
function boundsOf(selection: Selection, classes: readonly string[], bindings: Bindings): string[] {
  const range = distantRange(selection)
  const { after, before } =
    range && classes.length > 0
      ? narrowed(selection, range, Number(classes[0]), Number(classes.at(-1)))
      : selection
  const place = ({ at, pos }: Place) => `(${bindings.add(at)}, ${bindings.add(pos)})`
  return [
    ...(after ? [`(at, pos) > ${place(after)}`] : []),
    ...(before ? [`(at, pos) < ${place(before)}`] : []),
  ]
}

/** Writes a filter. The plus stops a seek by this column, since the page must stay one range in sort order. */
function filterCondition(
  selection: Selection,
  column: string,
  bindings: Bindings,
  lookUps: string[],
): string {
  if (!isName(selection.table, column))
    return `+${column} IN (${placeholders(selection, column, bindings).join(', ')})`
  const names = selection.anyOf.get(column) ?? []
  if (names.length === 1) return `+${column} IN (${idsOf(names, bindings)})`
  // A look-up per name and range would take most of the time, and exceed SQLite's maximum of bindings.
  const wanted = `wanted_${column}`
  lookUps.push(`${wanted} AS MATERIALIZED (${idsOf(names, bindings)})`)
  // `IS TRUE` stops PostgreSQL from joining the two tables, which would lose the order.
  return `(+${column} IN (SELECT id FROM ${wanted})) IS TRUE`
}

/** Writes the query for the numbers of names. */
export function idsOf(names: readonly string[], bindings: Bindings): string {
  const values = rounded(names).map(name => bindings.add(name))
  return `SELECT id FROM names WHERE text IN (${values.join(', ')})`
}

/** Returns placeholders for the values of a column. Placeholders beyond the last value are bound to null. */
function placeholders(selection: Selection, column: string, bindings: Bindings): string[] {
  const kind = selection.table.columns[column]
  const values = selection.anyOf.get(column) ?? []
  return Array.from({ length: countOf(selection, column) }, (_, index) => {
    const text = values[index]
    if (text === undefined) return bindings.add(null)
    return bindings.add(kind === 'hash' ? hashBytes(text) : kind === 'integer' ? BigInt(text) : text)
  })
}

function isName(table: ListedTable, column: string): boolean {
  return table.columns[column] === 'name'
}

function idOf(name: string): string {
  return `(SELECT id FROM names WHERE text = ${name})`
}
