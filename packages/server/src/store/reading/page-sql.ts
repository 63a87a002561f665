import { Bindings, type IndexRanges, indexRanges } from './index-ranges.ts'
import type { Statement } from './reading.ts'
import type { Order, Selection } from './selection.ts'

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
  const bindings = new Bindings()
  const read = columns(bindings)
  // SQLite plans by the value of a bare LIMIT parameter, and so would compile the statement again for every
  // execution.
  const ordered = `ORDER BY at ${order}, pos ${order} LIMIT ${bindings.add(BigInt(limit))} + 0`
  const ranges = indexRanges(selection, order, read, bindings, unfiltered)
  const names = ranges.lookUps.length > 0 ? `WITH ${ranges.lookUps.join(', ')} ` : ''
  return {
    text: names + bySqlite(ranges, ordered),
    postgres: names + byPostgres(ranges, ordered),
    values: bindings.values,
  }
}

/** SQLite merges the ranges of a plain union. */
function bySqlite({ columns, source, conditions }: IndexRanges, ordered: string): string {
  const each = conditions.map(condition => `SELECT ${columns} FROM ${source.sqlite} WHERE ${condition}`)
  return `${each.join(' UNION ALL ')} ${ordered}`
}

/** PostgreSQL merges only sorted ranges. Otherwise it would read and sort all matching rows. */
function byPostgres({ columns, source, conditions, indexCondition }: IndexRanges, ordered: string): string {
  const each = conditions.map(condition => {
    const all = indexCondition ? `${condition} AND ${indexCondition}` : condition
    return `SELECT ${columns} FROM ${source.postgres} WHERE ${all} ${ordered}`
  })
  const [only = ''] = each
  if (each.length === 1) return only
  return `SELECT * FROM (${each.map(range => `(${range})`).join(' UNION ALL ')}) AS ranges ${ordered}`
}
