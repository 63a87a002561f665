import { type Class, classesOf, outerBounds } from './distance-ranges.ts'
import { hintOf, type Index, postgresCondition } from './indexes.ts'
import type { SqlValue } from './reading.ts'
import { type Bounds, countOf, type Range, type Selection } from './selection.ts'
import type { Bindings, Source } from './template.ts'

/** Writes each range of an index, one per combination of filter values: its table, and its conditions. */
export function rangesOf(
  index: Index,
  bindings: Bindings,
  filters: readonly string[],
  selectionOf?: (source: Source) => Selection,
): string[] {
  const { selection, columns, order } = index
  let all: string[][] = [[]]
  for (const column of columns) {
    const values = Array.from({ length: countOf(selection, column) }, (_, at) =>
      storedValue(selection, column, bindings, at),
    )
    all = all.flatMap(one => values.map(value => [...one, `${column} = ${value}`]))
  }
  const bounds = boundConditions(selection, bindings, selectionOf)
  // An unnecessary bound would cost a comparison per row. A seek over the whole list has one bound at its end, so that
  // both databases scan the index and not the table.
  if (columns.length === 0 && bounds.length === 0)
    bounds.push(order === 'ASC' ? `at > ${-(2n ** 63n) + 1n}` : `at < ${2n ** 63n - 1n}`)
  return all.map(one => from(index, bindings, [...one, ...bounds, ...filters]))
}

/**
 * Writes the rows of an index for all values at once: its table, and the conditions. Each class of distance has bounds of
 * its own, as a row beside the table.
 */
export function joined(
  index: Index,
  bindings: Bindings,
  filters: readonly string[] = [],
  hint = hintOf(index),
): string {
  const { selection, columns } = index
  const classes = selection.table.distance?.classes
  const isByClass = classes !== undefined && columns.includes(classes)
  const each = columns
    .filter(column => column !== classes)
    .map(column => matches(selection, column, bindings))
  if (!isByClass)
    return from(index, bindings, [...each, ...boundConditions(selection, bindings), ...filters], hint)
  const parts = bindings.addArrays(({ selection }) => classesOf(selection).map(itemsOf))
  const item = (at: number) => `CAST(value ->> ${at} AS BIGINT)`
  const bounds = [
    `${classes} = ${item(0)}`,
    `(at, pos) > (${item(1)}, ${item(2)})`,
    `(at, pos) < (${item(3)}, ${item(4)})`,
  ]
  return from(index, bindings, [...each, ...bounds, ...filters], hint, `${parts} CROSS JOIN `)
}

function itemsOf({ number, after, before }: Class): string[] {
  return [number, after.at, after.pos, before.at, before.pos].map(String)
}

function from(
  index: Index,
  { isPostgres }: Bindings,
  conditions: readonly string[],
  hint = hintOf(index),
  before = '',
): string {
  const all = isPostgres ? [...conditions, ...postgresCondition(index)] : conditions
  const table = `${before}${index.selection.table.name}${isPostgres ? '' : hint}`
  return ` FROM ${table} WHERE ${all.join(' AND ') || 'pos >= 0'}`
}

/** Writes the bounds of the rows. Which ends are open depends on the shape only. */
export function boundConditions(
  selection: Selection,
  bindings: Bindings,
  selectionOf = ({ selection }: Source): Selection => selection,
): string[] {
  const open = outerBounds(selection)
  const place = (end: keyof Bounds) => {
    const part = (name: 'at' | 'pos') =>
      bindings.add(source => outerBounds(selectionOf(source))[end]?.[name] ?? null)
    return `(${part('at')}, ${part('pos')})`
  }
  return [
    ...(open.after ? [`(at, pos) > ${place('after')}`] : []),
    ...(open.before ? [`(at, pos) < ${place('before')}`] : []),
  ]
}

/** Returns the filtered columns that an index does not have. The range of the other time says more than its classes. */
export function testedColumns({ selection: { table, anyOf, ranges }, columns }: Index): string[] {
  const others = [...anyOf.keys()].filter(column => !columns.includes(column))
  return [...others.filter(column => column !== table.distance?.classes), ...ranges.keys()]
}

/** Writes the filters that an index does not have. The plus stops a seek by their columns. */
export function filterConditions(index: Index, bindings: Bindings): string[] {
  const { selection } = index
  const end = (column: string, end: keyof Range) =>
    bindings.add(source => source.selection.ranges.get(column)?.[end] ?? null)
  return testedColumns(index).flatMap(column => {
    const range = selection.ranges.get(column)
    if (!range) return [`+${matches(selection, column, bindings)}`]
    return [
      ...(range.start === undefined ? [] : [`+${column} >= ${end(column, 'start')}`]),
      ...(range.end === undefined ? [] : [`+${column} < ${end(column, 'end')}`]),
    ]
  })
}

function matches(selection: Selection, column: string, bindings: Bindings): string {
  if (countOf(selection, column) === 1) return `${column} = ${storedValue(selection, column, bindings)}`
  return `${column} IN (${storedValues(selection, column, bindings)})`
}

/** Writes a query for the stored values of a column, as rows with `id`. */
export function storedValues(
  { table }: Pick<Selection, 'table'>,
  column: string,
  bindings: Bindings,
): string {
  const values = bindings.addArrays(({ selection }) =>
    (selection.anyOf.get(column) ?? []).map(value => [value]),
  )
  if (table.columns[column] !== 'name') return `SELECT CAST(value ->> 0 AS BIGINT) AS id FROM ${values}`
  return `SELECT id FROM names WHERE text IN (SELECT value ->> 0 FROM ${values})`
}

/** Writes one stored value of a column: null, which no row has, beyond the last one. */
function storedValue({ table }: Selection, column: string, bindings: Bindings, at = 0): string {
  const stored = table.columns[column] === 'integer' ? BigInt : String
  const value = bindings.add(({ selection: { anyOf } }): SqlValue => {
    const text = anyOf.get(column)?.[at]
    return text === undefined ? null : stored(text)
  })
  return table.columns[column] === 'name' ? `(SELECT id FROM names WHERE text = ${value})` : value
}
