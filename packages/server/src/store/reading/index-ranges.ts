import { CLASSES } from '../tables/distance.ts'
import { hashBytes } from '../tables/hash-bytes.ts'
import { indexCondition, indexTarget } from '../tables/index-condition.ts'
import type { ListedTable } from '../tables/table.ts'
import { distantRange, narrowed } from './distance-ranges.ts'
import type { SqlValue } from './reading.ts'
import { type Bounds, type Order, roundedCount, type Selection } from './selection.ts'
import { usableIndexes } from './usable-indexes.ts'

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
  const lookUps: string[] = []
  const tested = [...anyOf.keys()].filter(column => !seekColumns.includes(column))
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
    conditions: each.map(({ equal, boundsOf }) =>
      [...equal, ...common, ...bounds(boundsOf, equal.length === 0)].join(' AND '),
    ),
    indexCondition: indexCondition(table, seekColumns),
    lookUps,
  }
}

export const SORT_KEY = 'at, pos'

/** All rows whose other time can be in its range have one of the classes. */
const allClasses: Combination['boundsOf'] = selection => {
  const distant = distantRange(selection)
  if (!distant) return selection
  const [lowest, highest] = selection.classes ?? [0, CLASSES.length - 1]
  const { after } = narrowed(selection, distant, highest)
  const { before } = narrowed(selection, distant, lowest)
  return { ...(after && { after }), ...(before && { before }) }
}

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
    [{ equal: [], boundsOf: allClasses }],
  )
}

/** Writes the ranges of columns, each with a plus, like a filter. */
function within({ ranges }: Selection, bindings: Bindings): string[] {
  return [...ranges].flatMap(([column, { start, end }]) => [
    ...(start === undefined
      ? []
      : [`+${column} >= ${bindings.add(({ selection }) => selection.ranges.get(column)?.start ?? null)}`]),
    ...(end === undefined
      ? []
      : [`+${column} < ${bindings.add(({ selection }) => selection.ranges.get(column)?.end ?? null)}`]),
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
