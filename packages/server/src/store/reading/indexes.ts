import { indexCondition, indexTarget, ordersOf } from '../tables/index-condition.ts'
import { countOf, type Order, type Selection } from './selection.ts'

/** An index to read a shape of selection by. */
export interface Index {
  /** A selection of the shape. */
  readonly selection: Selection
  readonly order: Order
  /** Its columns before the sort key, or the first ones of the key. All have filters. */
  readonly columns: readonly string[]
  /** The filtered columns that it does not have. */
  readonly tested: readonly string[]
  /** The number of combinations of filter values of its columns. */
  readonly combinations: number
  /** True if it has the rows of each combination in the order of the list. */
  readonly isInOrder: boolean
  /** The weight of a row: 2 if its other filters are in the table only. */
  readonly weight: 1 | 2
  /** The name of the index for SQLite, whose planner may prefer another one. */
  readonly hint: string
  /** The condition that PostgreSQL knows it by, if it has one. */
  readonly condition: readonly string[]
}

/**
 * Returns the indexes by which a selection can be read. The key is first, since it finds a record in a table of any size. Its
 * first columns, too, are those of an index.
 */
export function indexesOf(selection: Selection, order: Order): Index[] {
  const { table, anyOf, ranges } = selection
  const { key, cluster = [] } = table
  const keys: (readonly string[])[] = key.map((_, at) => key.slice(0, at + 1)).toReversed()
  return [...keys, ...ordersOf(table)].flatMap(columns => {
    const isKey = keys.includes(columns)
    const counts = columns.map(column => (ranges.has(column) ? 1 : countOf(selection, column)))
    if (counts.includes(0)) return []
    const has = [...columns, ...cluster, ...(isKey ? key : [])]
    const tested = [...anyOf.keys(), ...ranges.keys()].filter(column => !columns.includes(column))
    const name = isKey ? `${table.name}_key` : indexTarget(table, columns).name
    const isPart = isKey && columns.length < key.length
    const condition = isKey ? undefined : indexCondition(table, columns)
    return {
      selection,
      order,
      columns,
      tested,
      combinations: counts.reduce((product, count) => product * count, 1),
      isInOrder: !isPart && !columns.some(column => ranges.has(column)),
      weight: tested.every(column => has.includes(column)) ? 1 : 2,
      hint: columns === table.cluster ? '' : ` INDEXED BY ${name}`,
      condition: condition ? [condition] : [],
    }
  })
}
