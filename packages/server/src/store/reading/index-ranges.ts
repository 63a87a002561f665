import { CLASSES, isByDistance } from '../tables/distance.ts'
import { hashBytes } from '../tables/hash-bytes.ts'
import { indexCondition } from '../tables/index-condition.ts'
import type { ListedTable } from '../tables/table.ts'
import { distantRange, narrowed } from './distance-ranges.ts'
import type { SqlValue } from './reading.ts'
import { type Bounds, MAX_VALUES, type Order, roundedCount, type Selection } from './selection.ts'

/** The request of one statement. It gives the values; the text of the statement depends on its shape only. */
export interface StatementRequest {
  readonly selection: Selection
  /** Rows at most. */
  readonly limit: number
  /** Values for columns that are computed. */
  readonly values: readonly SqlValue[]
}

/** The values of a statement, bound from its request; numbered, so that all of its ranges share the common ones. */
export class Bindings {
  readonly all: ((request: StatementRequest) => SqlValue)[] = []

  /** Returns the placeholder of a value. Request text never becomes SQL text. */
  add(bind: (request: StatementRequest) => SqlValue): string {
    return `?${this.all.push(bind)}`
  }
}

/** Index ranges that together are a selection, as SQL without an order. */
export interface IndexRanges {
  readonly ranges: readonly string[]
  /** Keeps PostgreSQL to the index that the ranges are of. */
  readonly condition: string | undefined
}

/** Where one range of an index lies. */
interface Combination {
  /** Conditions on the index's equality columns. */
  readonly equal: readonly string[]
  /** The part of the list that it lies in. */
  readonly boundsOf: (selection: Selection) => Bounds
}

/** Writes the ranges of the index that fits a selection best, one per combination of filter values. */
export function indexRanges(
  selection: Selection,
  order: Order,
  columns: string,
  bindings: Bindings,
): IndexRanges {
  const { table, anyOf } = selection
  const seekColumns = bestIndex(selection)
  const common = [
    ...[...anyOf.keys()]
      .filter(column => !seekColumns.includes(column))
      .map(column => filterCondition(selection, column, bindings)),
    ...within(selection, bindings),
  ]
  const each = combinations(selection, seekColumns, bindings)
  // Ranges that are merged must show what they are ordered by.
  const shown = each.length === 1 ? columns : `${columns}, at, pos`
  const bounds = boundsWriter(selection, order, bindings)
  return {
    ranges: each.map(({ equal, boundsOf }) => {
      const conditions = [...equal, ...common, ...bounds(boundsOf, equal.length === 0)]
      return `SELECT ${shown} FROM ${table.name} WHERE ${conditions.join(' AND ')}`
    }),
    condition: indexCondition(table, seekColumns),
  }
}

/** Several columns at once are worth it only for few combinations, since each one costs a seek; by class there are 32. */
const MAX_COMBINATIONS = 64
const MAX_BY_DISTANCE = 256

/**
 * The columns to seek by: the first of these of which every column is filtered by few enough values. A whole key finds
 * its record, whatever the table's size; after it come the indexes for a range of the other time, if one is asked for,
 * then the cluster and the other indexes as the table declares them.
 */
function bestIndex(selection: Selection): readonly string[] {
  const { key, cluster, indexes, distance } = selection.table
  const counts = new Map([...selection.anyOf].map(([column, { length }]) => [column, roundedCount(length)]))
  const byDistance = indexes.filter(columns => isByDistance(selection.table, columns))
  if (distance && distantRange(selection)) counts.set(distance.classes, CLASSES.length)
  const usable = (columns: readonly string[]) => {
    const most = byDistance.includes(columns)
      ? MAX_BY_DISTANCE
      : columns.length > 1
        ? MAX_COMBINATIONS
        : MAX_VALUES
    return columns.reduce((product, column) => product * (counts.get(column) ?? Infinity), 1) <= most
  }
  return [key, ...byDistance, ...(cluster ? [cluster] : []), ...indexes].find(usable) ?? []
}

const wholeList: Combination['boundsOf'] = selection => selection

/** The bounds of each class are bound once, however many values they are combined with. */
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
        return all.flatMap(({ equal }) =>
          byClass.map(({ number, boundsOf }) => ({ equal: [...equal, `${column} = ${number}`], boundsOf })),
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

/** Writes bounds, once for all ranges that have the same ones. */
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
    // A bound that every row meets would be compared with each. The whole list is sought from its end, so that both
    // databases walk the index and not the table.
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

/** The plus keeps the planner from seeking by this column: the page must stay one range in the order of the sort key. */
function filterCondition(selection: Selection, column: string, bindings: Bindings): string {
  const values = placeholders(selection, column, bindings)
  if (!isName(selection.table, column)) return `+${column} IN (${values.join(', ')})`
  if (values.length === 1) return `+${column} IN (${idOf(values.join())})`
  // Names are looked up together: one look-up for each in each range is more than SQLite bindings in a statement.
  // The truth around it keeps PostgreSQL from joining the two tables, out of order.
  return `(+${column} IN (SELECT id FROM names WHERE text IN (${values.join(', ')}))) IS TRUE`
}

/** Stand for the values of a column; beyond the last there is none. */
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
