import type { ListedTable } from '../tables/table.ts'
import type { Index } from './indexes.ts'
import type { SqlValue } from './reading.ts'
import { countOf, MAX, type Range, type Selection } from './selection.ts'
import type { Bindings } from './template.ts'

/** Writes the table of an index, read by it, and the conditions on its rows. */
export function fromWhere(
  { selection, hint, condition }: Index,
  { isPostgres }: Bindings,
  conditions: readonly string[],
): string {
  const all = isPostgres ? [...conditions, ...condition] : conditions
  return ` FROM ${selection.table.name}${isPostgres ? '' : hint} WHERE ${all.join(' AND ')}`
}

/** Writes the bounds of the rows. Which ends are open depends on the shape only. */
export function boundConditions({ selection, columns }: Index, bindings: Bindings): string[] {
  const { after, before } = selection
  // A seek over the whole list has a bound, so that a database scans the index and not the table.
  if (!after && !before && columns.length === 0) return [`at > ${-(2n ** 63n) + 1n}`]
  const place = (end: 'after' | 'before') => {
    const part = (name: 'at' | 'pos') => bindings.add(({ selection }) => selection[end]?.[name] ?? null)
    return `(${part('at')}, ${part('pos')})`
  }
  return [
    ...(after ? [`(at, pos) > ${place('after')}`] : []),
    ...(before ? [`(at, pos) < ${place('before')}`] : []),
  ]
}

/** Writes the filters that an index does not have. The plus stops a seek by their columns. */
export function testedConditions({ selection, tested }: Index, bindings: Bindings): string[] {
  return tested.flatMap(column => conditionsOf(selection, column, bindings).map(condition => `+${condition}`))
}

/** Writes the filter of a column. */
export function conditionsOf(selection: Selection, column: string, bindings: Bindings): string[] {
  const range = selection.ranges.get(column)
  if (!range) {
    if (countOf(selection, column) === 1)
      return [`${column} = ${storedValue(selection, column, bindings, 0)}`]
    return [`${column} IN (${storedValues(selection, column, bindings)})`]
  }
  const end = (end: keyof Range) =>
    bindings.add(({ selection: { ranges } }) => ranges.get(column)?.[end] ?? null)
  return [
    ...(range.start === undefined ? [] : [`${column} >= ${end('start')}`]),
    ...(range.end === undefined ? [] : [`${column} < ${end('end')}`]),
  ]
}

/** Writes one stored value of a column: null, which no row has, beyond the last one. */
export function storedValue({ table }: Selection, column: string, bindings: Bindings, at: number): string {
  const isName = table.columns[column] === 'name'
  const value = bindings.add(({ selection: { anyOf } }) => {
    const text = anyOf.get(column)?.[at]
    return text === undefined || isName ? (text ?? null) : storable(BigInt(text))
  })
  return isName ? `(SELECT id FROM names WHERE text = ${value})` : value
}

function storable(integer: bigint): SqlValue {
  return integer > MAX ? null : integer
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
