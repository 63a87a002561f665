import { CLASSES, isByDistance } from '../tables/distance.ts'
import { hashBytes } from '../tables/hash-bytes.ts'
import { indexCondition } from '../tables/index-condition.ts'
import type { ListedTable } from '../tables/table.ts'
import { distantRange, narrowed } from './distance-ranges.ts'
import type { SqlValue } from './reading.ts'
import { type Bounds, MAX_VALUES, type Order, roundedCount, type Selection } from './selection.ts'

/** The input of one statement. It gives the values. The text of the statement depends only on its shape. */
export interface StatementRequest {
  readonly selection: Selection
  readonly limit: number
  readonly values: readonly SqlValue[]
}

/** The bindings of a statement. They are numbered, so that all index ranges share the common ones. */
export class Bindings {
  readonly all: ((request: StatementRequest) => SqlValue)[] = []

  /** Returns the placeholder of a value. Request text never becomes SQL text. */
  add(bind: (request: StatementRequest) => SqlValue): string {
    return `?${this.all.push(bind)}`
  }
}

/** Index ranges that together cover a selection, as SQL without an order. */
export interface IndexRanges {
  readonly ranges: readonly string[]
  /** Makes PostgreSQL use the index of the ranges. */
  readonly condition: string | undefined
}

interface Combination {
  readonly equal: readonly string[]
  readonly boundsOf: (selection: Selection) => Bounds
}

/**
 * Writes the ranges of an index for a selection, one per combination of filter values.
 *
 * @param unfiltered leaves out the filters that the index does not have
 */
export function indexRanges(
  selection: Selection,
  order: Order,
  columns: string,
  bindings: Bindings,
  unfiltered = false,
): IndexRanges {
  const { table, anyOf } = selection
  const seekColumns = selection.lead ?? usableIndexes(selection)[0] ?? []
  const common = unfiltered
    ? []
    : [
        ...[...anyOf.keys()]
          .filter(column => !seekColumns.includes(column))
          .map(column => filterCondition(selection, column, bindings)),
        ...within(selection, bindings),
      ]
  const each = combinations(selection, seekColumns, bindings)
  // The merge needs the sort key of every range.
  const shown = each.length === 1 || columns === SORT_KEY ? columns : `${columns}, ${SORT_KEY}`
  const bounds = boundsWriter(selection, order, bindings)
  return {
    ranges: each.map(({ equal, boundsOf }) => {
      const conditions = [...equal, ...common, ...bounds(boundsOf, equal.length === 0)]
      return `SELECT ${shown} FROM ${table.name} WHERE ${conditions.join(' AND ')}`
    }),
    condition: indexCondition(table, seekColumns),
  }
}

export const SORT_KEY = 'at, pos'

/** Maximum number of ranges of one statement for an index of several columns, since each costs a seek. */
const MAX_RANGES = 64
/** The same with a class column: the ranges of few classes have rows. */
const MAX_BY_DISTANCE = 256

/**
 * Returns the seek columns of each index that a selection can use: all columns have filters, with few enough values.
 * The key comes first, since it finds a record in a table of any size. Next come the class indexes, if the request has a
 * range of the other time. Then come the cluster and the other indexes in the order of the table's description.
 */
export function usableIndexes(selection: Selection): readonly (readonly string[])[] {
  const { table } = selection
  const { key, cluster, indexes } = table
  const byDistance = indexes.filter(columns => isByDistance(table, columns))
  const all = new Set([key, ...byDistance, ...(cluster ? [cluster] : []), ...indexes])
  return [...all].filter(columns => rangesOf(selection, columns) <= maxRanges(table, columns))
}

/** True if an index has exactly the filtered columns, and a class if there is a range of the other time. */
export function covers(selection: Selection, columns: readonly string[]): boolean {
  return (
    rangesOf(selection, columns) < Infinity &&
    [...selection.anyOf.keys()].every(column => columns.includes(column)) &&
    (!distantRange(selection) || isByDistance(selection.table, columns))
  )
}

/** Returns the number of ranges of an index for a selection; infinite if a column has no filter. */
export function rangesOf(selection: Selection, columns: readonly string[]): number {
  const { table, anyOf, classes } = selection
  const [lowest, highest] = classes ?? [0, CLASSES.length - 1]
  return columns.reduce((product, column) => {
    if (column === table.distance?.classes)
      return distantRange(selection) ? product * (highest - lowest + 1) : Infinity
    return product * roundedCount(anyOf.get(column)?.length ?? Infinity)
  }, 1)
}

export function maxRanges(table: ListedTable, columns: readonly string[]): number {
  if (isByDistance(table, columns)) return MAX_BY_DISTANCE
  return columns.length > 1 ? MAX_RANGES : MAX_VALUES
}

const wholeList: Combination['boundsOf'] = selection => selection

/** The bounds of each class are bound once, and shared by all combinations with other values. */
const byClass = CLASSES.map(number => ({
  number,
  boundsOf: (selection: Selection) => narrowed(selection, distantRange(selection) ?? {}, number),
}))

function combinations(
  selection: Selection,
  seekColumns: readonly string[],
  bindings: Bindings,
): Combination[] {
  const { table } = selection
  return seekColumns.reduce<Combination[]>(
    (all, column) => {
      if (column === table.distance?.classes) {
        const [lowest, highest] = selection.classes ?? [0, CLASSES.length - 1]
        return all.flatMap(({ equal }) =>
          byClass
            .slice(lowest, highest + 1)
            .map(({ number, boundsOf }) => ({ equal: [...equal, `${column} = ${number}`], boundsOf })),
        )
      }
      const conditions = placeholders(selection, column, bindings).map(
        value => `${column} = ${isName(table, column) ? idOf(value) : value}`,
      )
      return all.flatMap(({ equal, boundsOf }) =>
        conditions.map(condition => ({ equal: [...equal, condition], boundsOf })),
      )
    },
    [{ equal: [], boundsOf: wholeList }],
  )
}

function within({ ranges }: Selection, bindings: Bindings): string[] {
  return [...ranges].flatMap(([column, { start, end }]) => [
    ...(start === undefined
      ? []
      : [`${column} >= ${bindings.add(({ selection }) => selection.ranges.get(column)?.start ?? null)}`]),
    ...(end === undefined
      ? []
      : [`${column} < ${bindings.add(({ selection }) => selection.ranges.get(column)?.end ?? null)}`]),
  ])
}

/** Writes bounds. Ranges with the same bounds share the text. */
function boundsWriter(selection: Selection, order: Order, bindings: Bindings) {
  const written = new Map<Combination['boundsOf'], readonly string[]>()
  return (boundsOf: Combination['boundsOf'], wholeList: boolean): readonly string[] => {
    const known = written.get(boundsOf)
    if (known) return known
    const { after, before } = boundsOf(selection)
    const place = (end: keyof Bounds) => {
      const at = bindings.add(({ selection }) => boundsOf(selection)[end]?.at ?? null)
      return `(${at}, ${bindings.add(({ selection }) => boundsOf(selection)[end]?.pos ?? null)})`
    }
    // An unnecessary bound would cost a comparison per row. A seek over the whole list has one bound at its end, so
    // that both databases scan the index and not the table.
    const open = wholeList && !after && !before
    const texts = [
      ...(after ? [`(at, pos) > ${place('after')}`] : []),
      ...(before ? [`(at, pos) < ${place('before')}`] : []),
      ...(open ? [order === 'ASC' ? `at > ${-(2n ** 63n) + 1n}` : `at < ${2n ** 63n - 1n}`] : []),
    ]
    written.set(boundsOf, texts)
    return texts
  }
}

/** Writes a filter. The plus stops a seek by this column, since the page must stay one range in sort order. */
function filterCondition(selection: Selection, column: string, bindings: Bindings): string {
  const values = placeholders(selection, column, bindings)
  if (!isName(selection.table, column)) return `+${column} IN (${values.join(', ')})`
  if (values.length === 1) return `+${column} IN (${idOf(values.join())})`
  // One look-up finds all names. A look-up per name and range would exceed SQLite's maximum of bindings. `IS TRUE`
  // stops PostgreSQL from joining the two tables, which would lose the order.
  return `(+${column} IN (SELECT id FROM names WHERE text IN (${values.join(', ')}))) IS TRUE`
}

/** Returns placeholders for the values of a column. Placeholders beyond the last value are bound to null. */
function placeholders({ table, anyOf }: Selection, column: string, bindings: Bindings): string[] {
  const kind = table.columns[column]
  return Array.from({ length: roundedCount(anyOf.get(column)?.length ?? 0) }, (_, index) =>
    bindings.add(({ selection }) => {
      const text = selection.anyOf.get(column)?.[index]
      if (text === undefined) return null
      return kind === 'hash' ? hashBytes(text) : kind === 'integer' ? BigInt(text) : text
    }),
  )
}

function isName(table: ListedTable, column: string): boolean {
  return table.columns[column] === 'name'
}

function idOf(name: string): string {
  return `(SELECT id FROM names WHERE text = ${name})`
}
