import { CLASSES, isByDistance } from '../tables/distance.ts'
import { hashBytes } from '../tables/hash-bytes.ts'
import { indexCondition } from '../tables/index-condition.ts'
import type { ListedTable } from '../tables/table.ts'
import { distantRange, narrowed } from './distance-ranges.ts'
import type { SqlValue } from './reading.ts'
import { type Bounds, MOST_VALUES, type Order, roundedCount, type Selection } from './selection.ts'

/** What a statement is asked with. Its values come from here; its text from no more than the shape of it. */
export interface Asked {
  readonly selection: Selection
  /** Rows at most. */
  readonly limit: number
  /** What the columns of the rows are computed from. */
  readonly values: readonly SqlValue[]
}

/** Where the values of a statement are taken from, numbered so that all of its ranges share the common ones. */
export class Takes {
  readonly all: ((asked: Asked) => SqlValue)[] = []

  /** Gives the placeholder of a value. Request text never becomes SQL text. */
  add(take: (asked: Asked) => SqlValue): string {
    return `?${this.all.push(take)}`
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
  /** The stretch of the list that it is in. */
  readonly stretch: (selection: Selection) => Bounds
}

/** Writes the ranges of the index that fits a selection best, one per combination of filter values. */
export function indexRanges(selection: Selection, order: Order, columns: string, takes: Takes): IndexRanges {
  const { table, anyOf } = selection
  const sought = bestIndex(selection)
  const common = [
    ...[...anyOf.keys()]
      .filter(column => !sought.includes(column))
      .map(column => tested(selection, column, takes)),
    ...within(selection, takes),
  ]
  const each = combinations(selection, sought, takes)
  // Ranges that are merged must show what they are ordered by.
  const shown = each.length === 1 ? columns : `${columns}, at, pos`
  const bounds = boundsWriter(selection, order, takes)
  return {
    ranges: each.map(({ equal, stretch }) => {
      const conditions = [...equal, ...common, ...bounds(stretch, equal.length === 0)]
      return `SELECT ${shown} FROM ${table.name} WHERE ${conditions.join(' AND ')}`
    }),
    condition: indexCondition(table, sought),
  }
}

/** Several columns at once are worth it only for few combinations, since each one costs a seek; by class there are 32. */
const MOST_COMBINATIONS = 64
const MOST_BY_DISTANCE = 256

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
      ? MOST_BY_DISTANCE
      : columns.length > 1
        ? MOST_COMBINATIONS
        : MOST_VALUES
    return columns.reduce((product, column) => product * (counts.get(column) ?? Infinity), 1) <= most
  }
  return [key, ...byDistance, ...(cluster ? [cluster] : []), ...indexes].find(usable) ?? []
}

const wholeList: Combination['stretch'] = selection => selection

/** One stretch for each class, whatever it is combined with: its bounds are bound once. */
const byClass = CLASSES.map(number => ({
  number,
  stretch: (selection: Selection) => narrowed(selection, distantRange(selection) ?? {}, number),
}))

function combinations(selection: Selection, sought: readonly string[], takes: Takes): Combination[] {
  const { table } = selection
  return sought.reduce<Combination[]>(
    (all, column) => {
      if (column === table.distance?.classes) {
        return all.flatMap(({ equal }) =>
          byClass.map(({ number, stretch }) => ({ equal: [...equal, `${column} = ${number}`], stretch })),
        )
      }
      const conditions = placeholders(selection, column, takes).map(
        value => `${column} = ${isName(table, column) ? idOf(value) : value}`,
      )
      return all.flatMap(({ equal, stretch }) =>
        conditions.map(condition => ({ equal: [...equal, condition], stretch })),
      )
    },
    [{ equal: [], stretch: wholeList }],
  )
}

function within({ ranges }: Selection, takes: Takes): string[] {
  return [...ranges].flatMap(([column, { start, end }]) => [
    ...(start === undefined
      ? []
      : [`${column} >= ${takes.add(({ selection }) => selection.ranges.get(column)?.start ?? null)}`]),
    ...(end === undefined
      ? []
      : [`${column} < ${takes.add(({ selection }) => selection.ranges.get(column)?.end ?? null)}`]),
  ])
}

/** Writes the bounds of a stretch, once for all ranges that are in the same one. */
function boundsWriter(selection: Selection, order: Order, takes: Takes) {
  const written = new Map<Combination['stretch'], readonly string[]>()
  return (stretch: Combination['stretch'], wholeList: boolean): readonly string[] => {
    const known = written.get(stretch)
    if (known) return known
    const { after, before } = stretch(selection)
    const place = (end: keyof Bounds) => {
      const at = takes.add(({ selection }) => stretch(selection)[end]?.at ?? null)
      return `(${at}, ${takes.add(({ selection }) => stretch(selection)[end]?.pos ?? null)})`
    }
    // A bound that every row meets would be compared with each. The whole list is sought from its end, so that both
    // databases walk the index and not the table.
    const open = wholeList && !after && !before
    const texts = [
      ...(after ? [`(at, pos) > ${place('after')}`] : []),
      ...(before ? [`(at, pos) < ${place('before')}`] : []),
      ...(open ? [order === 'ASC' ? `at > ${-(2n ** 63n) + 1n}` : `at < ${2n ** 63n - 1n}`] : []),
    ]
    written.set(stretch, texts)
    return texts
  }
}

/** The plus keeps the planner from seeking by this column: the page must stay one range in the order of the sort key. */
function tested(selection: Selection, column: string, takes: Takes): string {
  const values = placeholders(selection, column, takes)
  if (!isName(selection.table, column)) return `+${column} IN (${values.join(', ')})`
  if (values.length === 1) return `+${column} IN (${idOf(values.join())})`
  // Names are looked up together: one look-up for each in each range is more than SQLite takes in a statement.
  // The truth around it keeps PostgreSQL from joining the two tables, out of order.
  return `(+${column} IN (SELECT id FROM names WHERE text IN (${values.join(', ')}))) IS TRUE`
}

/** Stand for the values of a column; beyond the last there is none. */
function placeholders({ table, anyOf }: Selection, column: string, takes: Takes): string[] {
  const kind = table.columns[column]
  return Array.from({ length: roundedCount(anyOf.get(column)?.length ?? 0) }, (_, index) =>
    takes.add(({ selection }) => {
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
