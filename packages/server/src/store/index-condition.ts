import type { AnyTable } from './table.ts'

/** The equality columns of each order that a table can be read in, besides its key. */
export function ordersOf({ cluster, indexes }: AnyTable): readonly (readonly string[])[] {
  return cluster ? [cluster, ...indexes] : indexes
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
