import { type AnyTable, isListed } from './table.ts'

/** Returns the equality columns of each order that a table can be read in, except its key. */
export function ordersOf({ cluster, indexes }: AnyTable): readonly (readonly string[])[] {
  return cluster ? [cluster, ...indexes] : indexes
}

/** Returns the name of an index, and its target as SQL: the table, and the columns in brackets. */
export function indexTarget(table: AnyTable, equality: readonly string[]): { name: string; target: string } {
  const sort = isListed(table) ? ['at', 'pos'] : []
  const target = `${table.name} (${[...equality, ...sort].join(', ')})`
  return { name: [table.name, 'by', ...equality, ...sort].join('_'), target }
}

/**
 * PostgreSQL has no index hints, and does not know how rare a name is when it plans. It might scan a whole list in
 * order to find the few rows of a filter. So each index of a list has its own condition, which every row meets. A
 * query states the condition of the index it needs, and PostgreSQL cannot use the others for it. Positions are never
 * negative.
 */
export function indexCondition(table: AnyTable, columns: readonly string[]): string | undefined {
  const number = ordersOf(table).findIndex(order => order.join() === columns.join())
  return number < 0 || !('pos' in table.columns) ? undefined : `pos <> ${-1 - number}`
}
