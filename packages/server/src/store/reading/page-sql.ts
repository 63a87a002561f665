import { indexCondition, indexTarget } from '../tables/index-condition.ts'
import { Bindings, filterConditions, rangeConditions } from './conditions.ts'
import type { Statement } from './reading.ts'
import type { Order, Selection } from './selection.ts'
import { usableIndexes } from './usable-indexes.ts'

export const SORT_KEY = 'at, pos'

interface RowsOptions {
  /** Returns the columns of a row as SQL. */
  columns(bindings: Bindings): string
  /** True for all rows in the ranges of the index, whether they meet the other filters or not. */
  readonly unfiltered?: boolean
}

/**
 * Returns the statement for the rows of a selection in the order of the sort key. It merges one index range per
 * combination of filter values without a sort. The cost depends on the returned rows, not on the matching rows.
 *
 * @param limit maximum number of rows
 */
export function rowsStatement(
  selection: Selection,
  order: Order,
  limit: number,
  { columns, unfiltered = false }: RowsOptions = { columns: () => 'edge' },
): Statement {
  const { table } = selection
  const bindings = new Bindings()
  const read = columns(bindings)
  // SQLite plans by the value of a bare LIMIT parameter, and so would compile the statement again for every
  // execution.
  const ordered = `ORDER BY at ${order}, pos ${order} LIMIT ${bindings.add(BigInt(limit))} + 0`
  const seekColumns = selection.lead ?? usableIndexes(selection)[0] ?? []
  const lookUps: string[] = []
  const filters = unfiltered ? [] : filterConditions(selection, seekColumns, bindings, lookUps)
  const ranges = rangeConditions(selection, seekColumns, order, bindings).map(range =>
    [...range, ...filters].join(' AND '),
  )
  // The merge needs the sort key of every range.
  const selected = ranges.length === 1 || read === SORT_KEY ? read : `${read}, ${SORT_KEY}`
  const select = `SELECT ${selected} FROM ${table.name}`
  // SQLite's planner may prefer another index.
  const hint = table.indexes.includes(seekColumns)
    ? ` INDEXED BY ${indexTarget(table, seekColumns).name}`
    : ''
  const condition = indexCondition(table, seekColumns)
  const names = lookUps.length > 0 ? `WITH ${lookUps.join(', ')} ` : ''
  return {
    text: names + bySqlite(select + hint, ranges, ordered),
    postgres:
      names +
      byPostgres(select, condition ? ranges.map(range => `${range} AND ${condition}`) : ranges, ordered),
    values: bindings.values,
  }
}

/** SQLite merges the ranges of a plain union. */
function bySqlite(select: string, ranges: readonly string[], ordered: string): string {
  return `${ranges.map(range => `${select} WHERE ${range}`).join(' UNION ALL ')} ${ordered}`
}

/** PostgreSQL merges only sorted ranges. Otherwise it would read and sort all matching rows. */
function byPostgres(select: string, ranges: readonly string[], ordered: string): string {
  const each = ranges.map(range => `${select} WHERE ${range} ${ordered}`)
  const [only = ''] = each
  if (each.length === 1) return only
  return `SELECT * FROM (${each.map(range => `(${range})`).join(' UNION ALL ')}) AS ranges ${ordered}`
}
