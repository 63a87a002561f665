import { CLASSES, isByDistance, narrowed, withClasses } from './distance.ts'
import { indexCondition } from './index-condition.ts'
import type { SqlValue } from './reading.ts'
import { MOST_VALUES, type Order, roundedCount, type Selection } from './selection.ts'
import { hashBytes } from './sqlite-writer.ts'
import type { ListedTable } from './table.ts'

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

/** Writes the ranges of the index that fits a selection best, one per combination of filter values. */
export function indexRanges(selection: Selection, order: Order, columns: string, takes: Takes): IndexRanges {
  const { table, anyOf } = selection
  const sought = bestIndex(table, withClasses(selection))
  const byDistance = isByDistance(table, sought)
  const placeholders = (column: string) =>
    Array.from({ length: roundedCount(anyOf.get(column)?.length ?? 0) }, (_, index) =>
      placeholder(table, column, index, takes),
    )
  const common = [
    // The plus keeps the planner from seeking by this column: the page must stay one range in the order of the sort key.
    ...[...anyOf.keys()]
      .filter(column => !sought.includes(column))
      .map(column => `+${column} IN (${placeholders(column).join(', ')})`),
    ...within(selection, takes),
    ...(byDistance ? [] : bounds(selection, order, sought.length === 0, takes)),
  ]
  const combinations = sought.reduce<string[][]>(
    (all, column) => {
      const each =
        column === table.distance?.classes
          ? classes(selection, takes)
          : placeholders(column).map(value => [`${column} = ${value}`])
      return all.flatMap(combination => each.map(one => [...combination, ...one]))
    },
    [[]],
  )
  // Ranges that are merged must show what they are ordered by.
  const shown = combinations.length === 1 ? columns : `${columns}, at, pos`
  return {
    ranges: combinations.map(
      equal => `SELECT ${shown} FROM ${table.name} WHERE ${[...equal, ...common].join(' AND ')}`,
    ),
    condition: indexCondition(table, sought),
  }
}

/**
 * Several columns at once are worth it only for few combinations of values, since each one costs a seek; classes of
 * distances, which keep a page from walking past what is not in its range, for more.
 */
const MOST_COMBINATIONS = 64
const MOST_BY_DISTANCE = 256

/**
 * The columns to seek by: the first of these of which every column is filtered by few enough values. A whole key finds
 * its record, whatever the table's size; after it come the indexes for ranges, which are usable where one is asked for,
 * the cluster, and the other indexes as the table declares them.
 */
function bestIndex(table: ListedTable, anyOf: Selection['anyOf']): readonly string[] {
  const { key, cluster, indexes } = table
  const byDistance = indexes.filter(columns => isByDistance(table, columns))
  const usable = (columns: readonly string[]) => {
    const ranges = columns.reduce(
      (product, column) => product * roundedCount(anyOf.get(column)?.length ?? Infinity),
      1,
    )
    if (byDistance.includes(columns)) return ranges <= MOST_BY_DISTANCE
    return ranges <= (columns.length > 1 ? MOST_COMBINATIONS : MOST_VALUES)
  }
  return [key, ...byDistance, ...(cluster ? [cluster] : []), ...indexes].find(usable) ?? []
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

/** Each bound that is there costs a comparison per row, so one that every row meets is left out. */
function bounds({ after, before }: Selection, order: Order, wholeList: boolean, takes: Takes): string[] {
  const place = (end: 'after' | 'before') =>
    `(${takes.add(({ selection }) => selection[end]?.at ?? null)}, ${takes.add(({ selection }) => selection[end]?.pos ?? null)})`
  if (!after && !before && wholeList) {
    // Sought from its end, so that both databases walk the index and not the table.
    return [order === 'ASC' ? `at > ${-(2n ** 63n) + 1n}` : `at < ${2n ** 63n - 1n}`]
  }
  return [
    ...(after ? [`(at, pos) > ${place('after')}`] : []),
    ...(before ? [`(at, pos) < ${place('before')}`] : []),
  ]
}

/** The conditions of each class of distances: the class, and the part of the list in which rows of it can be. */
function classes({ table: { distance }, ranges, ...list }: Selection, takes: Takes): string[][] {
  if (!distance) return []
  const shape = ranges.get(distance.to) ?? {}
  return CLASSES.map(number => {
    const place = (end: 'after' | 'before') => {
      const from = ({ selection }: Asked) =>
        narrowed(selection, selection.ranges.get(distance.to) ?? {}, number)[end]
      return `(${takes.add(asked => from(asked)?.at ?? null)}, ${takes.add(asked => from(asked)?.pos ?? null)})`
    }
    const { after, before } = narrowed(list, shape, number)
    return [
      `${distance.classes} = ${number}`,
      ...(after ? [`(at, pos) > ${place('after')}`] : []),
      ...(before ? [`(at, pos) < ${place('before')}`] : []),
    ]
  })
}

/** Stands for one of the values of a column; beyond the last there is none. */
function placeholder(table: ListedTable, column: string, index: number, takes: Takes): string {
  const kind = table.columns[column]
  const value = takes.add(({ selection }) => {
    const text = selection.anyOf.get(column)?.[index]
    if (text === undefined) return null
    return kind === 'hash' ? hashBytes(text) : kind === 'integer' ? BigInt(text) : text
  })
  return kind === 'name' ? `(SELECT id FROM names WHERE text = ${value})` : value
}
