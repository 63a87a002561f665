import type { ListedTable } from '../tables/table.ts'
import { boundsOfClasses } from './distance-ranges.ts'
import type { Index } from './indexes.ts'
import type { SqlValue } from './reading.ts'
import { type Bounds, countOf, type Range, rounded, type Selection } from './selection.ts'
import type { Bindings } from './template.ts'

/** Writes the conditions of each range of an index, one per combination of filter values. */
export function rangeConditions({ selection, columns, order }: Index, bindings: Bindings): string[] {
  let all: string[][] = [[]]
  for (const column of columns) {
    const values = bindings.addValues(selection, column).map(value => stored(selection.table, column, value))
    all = all.flatMap(one => values.map(value => [...one, `${column} = ${value}`]))
  }
  const bounds = boundConditions(selection, bindings)
  // An unnecessary bound would cost a comparison per row. A seek over the whole list has one bound at its end, so that
  // both databases scan the index and not the table.
  if (columns.length === 0 && bounds.length === 0)
    bounds.push(order === 'ASC' ? `at > ${-(2n ** 63n) + 1n}` : `at < ${2n ** 63n - 1n}`)
  return all.map(one => [...one, ...bounds].join(' AND '))
}

/** Writes the conditions of an index for all values at once. Each class of distance has its own, with its own bounds. */
export function joinedConditions({ selection, columns }: Index, bindings: Bindings): string[] {
  const classes = selection.table.distance?.classes
  const each = columns
    .filter(column => column !== classes)
    .map(column => `${column} IN (${idsIn(selection, column, bindings)})`)
  const anywhere = 'pos >= 0'
  if (!classes || !columns.includes(classes)) {
    const bounds = boundConditions(selection, bindings)
    return [[...each, ...bounds].join(' AND ') || anywhere]
  }
  return bindings
    .addValues(selection, classes)
    .map((value, index) =>
      [...each, `${classes} = ${value}`, ...boundConditions(selection, bindings, index)].join(' AND '),
    )
}

/** Writes a list, or a query, of the stored values of a column. */
function idsIn(selection: Selection, column: string, bindings: Bindings): string {
  const values = bindings.addValues(selection, column).join(', ')
  return isName(selection.table, column) ? `SELECT id FROM names WHERE text IN (${values})` : values
}

/** Writes a query for the stored values of a column, one in each row. */
export function valuesQuery(selection: Selection, column: string, bindings: Bindings): string {
  if (isName(selection.table, column)) return idsIn(selection, column, bindings)
  const values = bindings.addValues(selection, column)
  return values.map(value => `SELECT CAST(${value} AS BIGINT) AS id`).join(' UNION ALL ')
}

/** Writes the bounds of the rows of one class, or of all. Which ends are open depends on the shape only. */
export function boundConditions(selection: Selection, bindings: Bindings, ofClass?: number): string[] {
  const open = boundsOfClasses(selection, ofClass)
  const place = (end: keyof Bounds) => {
    const [at, pos] = (['at', 'pos'] as const).map(part =>
      bindings.add(source => boundsOfClasses(source.selection, ofClass)[end]?.[part] ?? null),
    )
    return `(${at}, ${pos})`
  }
  return [
    ...(open.after ? [`(at, pos) > ${place('after')}`] : []),
    ...(open.before ? [`(at, pos) < ${place('before')}`] : []),
  ]
}

/**
 * Writes the filters that an index does not have. The plus stops a seek by their columns.
 *
 * @param lookUps gets the tables that they read: the names of a filter, which are looked up once for all ranges
 */
export function filterConditions(
  { selection, columns }: Index,
  bindings: Bindings,
  lookUps: string[] = [],
): string[] {
  const { table, anyOf, ranges } = selection
  // The range of the other time says more than its classes.
  const tested = [...anyOf.keys()].filter(
    column => !columns.includes(column) && column !== table.distance?.classes,
  )
  const end = (column: string, end: keyof Range) =>
    bindings.add(source => source.selection.ranges.get(column)?.[end] ?? null)
  return [
    ...tested.map(column => filterCondition(selection, column, bindings, lookUps)),
    ...[...ranges].flatMap(([column, range]) => [
      ...(range.start === undefined ? [] : [`+${column} >= ${end(column, 'start')}`]),
      ...(range.end === undefined ? [] : [`+${column} < ${end(column, 'end')}`]),
    ]),
  ]
}

function filterCondition(
  selection: Selection,
  column: string,
  bindings: Bindings,
  lookUps: string[],
): string {
  const ids = idsIn(selection, column, bindings)
  if (!isName(selection.table, column) || countOf(selection, column) === 1) return `+${column} IN (${ids})`
  // A look-up per name and range would take most of the time, and exceed SQLite's maximum of bindings.
  const wanted = `wanted_${column}`
  lookUps.push(`${wanted} AS MATERIALIZED (${ids})`)
  // `IS TRUE` stops PostgreSQL from joining the two tables, which would lose the order.
  return `(+${column} IN (SELECT id FROM ${wanted})) IS TRUE`
}

/** Writes the look-ups of {@link filterConditions} before a query. */
export function withNames(lookUps: readonly string[]): string {
  return lookUps.length > 0 ? `WITH ${lookUps.join(', ')} ` : ''
}

/** Writes the query for the numbers of names. */
export function idsOf(names: readonly string[], values: SqlValue[]): string {
  const each = rounded(names).map(name => `?${values.push(name)}`)
  return `SELECT id FROM names WHERE text IN (${each.join(', ')})`
}

function isName(table: ListedTable, column: string): boolean {
  return table.columns[column] === 'name'
}

function stored(table: ListedTable, column: string, value: string): string {
  return isName(table, column) ? `(SELECT id FROM names WHERE text = ${value})` : value
}
