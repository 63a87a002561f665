import { isByDistance } from './distance.ts'
import { type AnyTable, isListed } from './table.ts'

/** The equality columns of each order that a table can be read in, besides its key. */
export function ordersOf({ cluster, indexes }: AnyTable): readonly (readonly string[])[] {
  return cluster ? [cluster, ...indexes] : indexes
}

/** What an index of a table is made over: its name and table, with the columns in brackets. */
export function indexTarget(table: AnyTable, equality: readonly string[]): string {
  const sort = isListed(table) ? ['at', 'pos'] : []
  // By class, the time that is looked at comes along: rows that are passed over are not read.
  const tail = table.distance && isByDistance(table, equality) ? [table.distance.to] : []
  const name = [table.name, 'by', ...equality, ...sort].join('_')
  return `${name} ON ${table.name} (${[...equality, ...sort, ...tail].join(', ')})`
}

/**
 * PostgreSQL has no index hints, and does not know how rare a name is when it plans: it might walk a whole list in order
 * to find the few rows of a filter. So each index of a list has a condition of its own that every row meets, and a
 * reading states that of the index it is written for; the others cannot be used for it. Positions are never negative.
 */
export function indexCondition(table: AnyTable, columns: readonly string[]): string | undefined {
  const number = ordersOf(table).findIndex(order => order.join() === columns.join())
  return number < 0 || !('pos' in table.columns) ? undefined : `pos <> ${-1 - number}`
}
