import { LAST_CLASS } from '../tables/distance.ts'
import type { ListedTable } from '../tables/table.ts'
import { type Class, classesOf, outerBounds } from './distance-ranges.ts'
import { hintOf, type Index, isCovering } from './indexes.ts'
import type { SqlValue } from './reading.ts'
import { type Bounds, countOf, type Range, type Selection } from './selection.ts'
import type { Bindings } from './template.ts'

/**
 * Writes the rows of an index that its filters leave: its table, and the conditions. Each class of distance has bounds of
 * its own, as a row beside the table.
 */
export function rowsOf(
  index: Index,
  bindings: Bindings,
  filters: readonly string[] = [],
  hint = hintOf(index),
): string {
  const { selection, columns } = index
  const classes = selection.table.distance?.classes
  const matching = columns
    .filter(column => column !== classes)
    .map(column => matches(selection, column, bindings))
  if (classes === undefined || !columns.includes(classes))
    return fromWhere(index, bindings, [...matching, ...boundConditions(index, bindings), ...filters], hint)
  const items = bindings.addTexts(({ selection }) => classesOf(selection).map(textOf))
  const names = ['class', 'after_at', 'after_pos', 'before_at', 'before_pos']
  const item = bindings.isPostgres ? 'CAST(value AS jsonb)' : 'value'
  const parts = names.map((name, at) => `CAST(${item} ->> ${at} AS BIGINT) AS ${name}`).join(', ')
  const bounds = [
    `${classes} = class`,
    '(at, pos) > (after_at, after_pos)',
    '(at, pos) < (before_at, before_pos)',
  ]
  // The limit keeps SQLite from reading the JSON again for each row of the table.
  const before = `(SELECT ${parts} FROM ${items} LIMIT ${LAST_CLASS + 1}) AS parts CROSS JOIN `
  return fromWhere(index, bindings, [...matching, ...bounds, ...filters], hint, before)
}

function textOf({ number, after, before }: Class): string {
  return `[${[number, after.at, after.pos, before.at, before.pos].join()}]`
}

/** The same for an index without classes, as one range for each combination of filter values. */
export function rangesOf(index: Index, bindings: Bindings, filters: readonly string[] = []): string[] {
  const { selection, columns } = index
  let ranges = [[...boundConditions(index, bindings), ...filters]]
  for (const column of columns) {
    const values = Array.from({ length: countOf(selection, column) }, (_, at) =>
      storedValue(selection, column, bindings, at),
    )
    ranges = ranges.flatMap(range => values.map(value => [...range, `${column} = ${value}`]))
  }
  return ranges.map(range => fromWhere(index, bindings, range))
}

/** Writes the table of an index, read by it, and conditions. */
export function fromWhere(
  index: Index,
  { isPostgres }: Bindings,
  conditions: readonly string[],
  hint = hintOf(index),
  before = '',
): string {
  const all = isPostgres ? [...conditions, ...index.condition] : conditions
  return ` FROM ${before}${index.selection.table.name}${isPostgres ? '' : hint} WHERE ${all.join(' AND ')}`
}

/** Writes the bounds of the rows. Which ends are open depends on the shape only. */
export function boundConditions({ selection, columns }: Index, bindings: Bindings): string[] {
  const { after, before } = outerBounds(selection)
  // A seek over the whole list has a bound, so that a database scans the index and not the table.
  if (!after && !before && columns.length === 0) return [`at > ${-(2n ** 63n) + 1n}`]
  const place = (end: keyof Bounds) => {
    const part = (name: 'at' | 'pos') =>
      bindings.add(({ selection }) => outerBounds(selection)[end]?.[name] ?? null)
    return `(${part('at')}, ${part('pos')})`
  }
  return [
    ...(after ? [`(at, pos) > ${place('after')}`] : []),
    ...(before ? [`(at, pos) < ${place('before')}`] : []),
  ]
}

/** Returns the filtered columns that an index does not have. The range of the other time says more than its classes. */
export function testedColumns({ selection: { table, anyOf, ranges }, columns }: Index): string[] {
  const others = [...anyOf.keys()].filter(column => !columns.includes(column))
  return [...others.filter(column => column !== table.distance?.classes), ...ranges.keys()]
}

/** Returns the weight of a row of an index with its other filters, which may be in the table only. */
export function weightOf(index: Index): number {
  return isCovering(index, testedColumns(index)) ? 1 : 2
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
  if (countOf(selection, column) === 1) return `${column} = ${storedValue(selection, column, bindings, 0)}`
  return `${column} IN (${storedValues(selection, column, bindings)})`
}

/** Writes one stored value of a column: null, which no row has, beyond the last one. */
function storedValue({ table }: Selection, column: string, bindings: Bindings, at: number): string {
  const isName = table.columns[column] === 'name'
  const stored: (text: string) => SqlValue = isName ? String : BigInt
  const value = bindings.add(({ selection: { anyOf } }) => {
    const text = anyOf.get(column)?.[at]
    return text === undefined ? null : stored(text)
  })
  return isName ? `(SELECT id FROM names WHERE text = ${value})` : value
}

/** Writes a query for the stored values of a column, as rows with `id`. */
export function storedValues(
  { table }: Pick<Selection, 'table'>,
  column: string,
  bindings: Bindings,
): string {
  const values = bindings.addTexts(({ selection }) => selection.anyOf.get(column) ?? [])
  if (table.columns[column] !== 'name') return `SELECT CAST(value AS BIGINT) AS id FROM ${values}`
  return `SELECT names.id FROM ${values} JOIN names ON text = value`
}

/** Writes the columns that find a row of a table in SQLite. Each index has them. */
export function keysOf({ name, cluster }: ListedTable): string {
  return keyColumns(cluster)
    .map((column, at) => `${name}.${column} AS k${at}`)
    .join(', ')
}

/** Writes the edges of the rows with these keys, in their order. */
export function lookedUp({ name, cluster }: ListedTable, keys: string): string {
  const equal = keyColumns(cluster).map((column, at) => `listed.${column} = k${at}`)
  return `SELECT edge FROM (${keys}) AS found CROSS JOIN ${name} AS listed ON ${equal.join(' AND ')}`
}

function keyColumns(cluster: readonly string[] | undefined): readonly string[] {
  return cluster ? [...cluster, 'at', 'pos'] : ['rowid']
}
