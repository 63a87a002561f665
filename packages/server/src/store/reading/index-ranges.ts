import type { Place } from '../tables/cursor.ts'
import { hashBytes } from '../tables/hash-bytes.ts'
import { indexCondition, indexTarget } from '../tables/index-condition.ts'
import type { ListedTable } from '../tables/table.ts'
import { distantRange, narrowed } from './distance-ranges.ts'
import type { SqlValue } from './reading.ts'
import { type Bounds, countOf, type Order, type Selection } from './selection.ts'
import { usableIndexes } from './usable-indexes.ts'

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

/** Index ranges that together cover a selection, as SQL without an order. */
export interface IndexRanges {
  readonly columns: string
  /** The table, with the name of the index for SQLite, whose planner may prefer another one. */
  readonly source: { readonly sqlite: string; readonly postgres: string }
  /** The condition of each range. */
  readonly conditions: readonly string[]
  /** Makes PostgreSQL use the index of the ranges. */
  readonly indexCondition: string | undefined
  /** Tables that the conditions read: the names of a filter, which are looked up once for all ranges. */
  readonly lookUps: readonly string[]
}

/** A combination of filter values. */
interface Combination {
  readonly equal: readonly string[]
  /** The class of distance; undefined for all of the filter. */
  readonly ofClass?: string
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
  const lookUps: string[] = []
  // The range of the other time says more than its classes.
  const tested = [...anyOf.keys()].filter(
    column => !seekColumns.includes(column) && column !== table.distance?.classes,
  )
  const common = unfiltered
    ? []
    : [
        ...tested.map(column => filterCondition(selection, column, bindings, lookUps)),
        ...within(selection, bindings),
      ]
  const each = combinations(selection, seekColumns, bindings)
  // The merge needs the sort key of every range.
  const bounds = boundsWriter(selection, order, bindings)
  const hint = table.indexes.includes(seekColumns)
    ? ` INDEXED BY ${indexTarget(table, seekColumns).name}`
    : ''
  return {
    columns: each.length === 1 || columns === SORT_KEY ? columns : `${columns}, ${SORT_KEY}`,
    source: { sqlite: `${table.name}${hint}`, postgres: table.name },
    conditions: each.map(({ equal, ofClass }) =>
      [...equal, ...common, ...bounds(ofClass, equal.length === 0)].join(' AND '),
    ),
    indexCondition: indexCondition(table, seekColumns),
    lookUps,
  }
}

export const SORT_KEY = 'at, pos'

/** Returns the bounds of the rows whose other time can be in its range. */
function boundsOf(selection: Selection, ofClass: string | undefined): Bounds {
  const { table, anyOf } = selection
  const range = distantRange(selection)
  const classes = (range && table.distance && anyOf.get(table.distance.classes)) ?? []
  const [lowest = classes[0], highest = classes.at(-1)] = [ofClass, ofClass]
  if (!range || lowest === undefined) return selection
  return narrowed(selection, range, Number(lowest), Number(highest))
}

function combinations(
  selection: Selection,
  seekColumns: readonly string[],
  bindings: Bindings,
): Combination[] {
  const { table } = selection
  let all: Combination[] = [{ equal: [] }]
  for (const column of seekColumns) {
    const conditions = placeholders(selection, column, bindings).map(
      value => `${column} = ${isName(table, column) ? idOf(value) : value}`,
    )
    const classes = column === table.distance?.classes ? selection.anyOf.get(column) : undefined
    all = all.flatMap(one =>
      conditions.map((condition, place) => ({
        ...one,
        equal: [...one.equal, condition],
        ...(classes && { ofClass: classes[place]! }),
      })),
    )
  }
  return all
}

/** Writes the ranges of columns, each with a plus, like a filter. */
function within({ ranges }: Selection, bindings: Bindings): string[] {
  return [...ranges].flatMap(([column, { start, end }]) => [
    ...(start === undefined ? [] : [`+${column} >= ${bindings.add(start)}`]),
    ...(end === undefined ? [] : [`+${column} < ${bindings.add(end)}`]),
  ])
}

/** Writes bounds. Ranges of the same class share the text. */
function boundsWriter(selection: Selection, order: Order, bindings: Bindings) {
  const written = new Map<string | undefined, readonly string[]>()
  return (ofClass: string | undefined, isWholeList: boolean): readonly string[] => {
    const known = written.get(ofClass)
    if (known) return known
    const { after, before } = boundsOf(selection, ofClass)
    const place = ({ at, pos }: Place) => `(${bindings.add(at)}, ${bindings.add(pos)})`
    // An unnecessary bound would cost a comparison per row. A seek over the whole list has one bound at its end, so
    // that both databases scan the index and not the table.
    const open = isWholeList && !after && !before
    const texts = [
      ...(after ? [`(at, pos) > ${place(after)}`] : []),
      ...(before ? [`(at, pos) < ${place(before)}`] : []),
      ...(open ? [order === 'ASC' ? `at > ${-(2n ** 63n) + 1n}` : `at < ${2n ** 63n - 1n}`] : []),
    ]
    written.set(ofClass, texts)
    return texts
  }
}

/** Writes a filter. The plus stops a seek by this column, since the page must stay one range in sort order. */
function filterCondition(
  selection: Selection,
  column: string,
  bindings: Bindings,
  lookUps: string[],
): string {
  const values = placeholders(selection, column, bindings)
  if (!isName(selection.table, column)) return `+${column} IN (${values.join(', ')})`
  if (values.length === 1) return `+${column} IN (${idOf(values.join())})`
  // A look-up per name and range would take most of the time, and exceed SQLite's maximum of bindings.
  const wanted = `wanted_${column}`
  lookUps.push(`${wanted} AS MATERIALIZED (SELECT id FROM names WHERE text IN (${values.join(', ')}))`)
  // `IS TRUE` stops PostgreSQL from joining the two tables, which would lose the order.
  return `(+${column} IN (SELECT id FROM ${wanted})) IS TRUE`
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
