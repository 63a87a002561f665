import { filterConditions, rangesOf, testedColumns } from './conditions.ts'
import type { Index } from './indexes.ts'
import { type Bindings, Template } from './template.ts'

/** The result of a statement: the edges of its rows as one text, which takes less time than a row for each. */
export interface Form {
  /** Stands between edges. No edge has a line break. */
  readonly separator: ',' | '\n'
  /** Writes the expression of an edge that is not stored ready-made. A table has one. */
  readonly edge?: ((bindings: Bindings) => string) | undefined
}

/** Returns the number of rows that a page with tested filters passes before another way is tried. */
export function passedBy(limit: number): number {
  return Math.max(128, 2 * limit)
}

/** Writes one row: the joined edges of rows, and their number. A separator that is a value would double the time. */
export function joined(rows: string, { separator }: Form, { isPostgres }: Bindings): string {
  const join = isPostgres ? 'string_agg' : 'group_concat'
  return `SELECT ${join}(edge, '${separator}') AS edges, count(*) AS found FROM (${rows}) AS page`
}

/**
 * Reads the first rows of an index in the order of the list. It has a range for each combination of filter values. The
 * database merges them as it reads, so the cost depends on the passed rows, not on the matching ones.
 *
 * @returns the statement of one row: the joined edges, and their number
 */
export function walkOf(index: Index, form: Form): Template {
  return new Template(bindings => {
    const ranges = rangesOf(index, bindings, filterConditions(index, bindings))
    const edge = form.edge?.(bindings) ?? 'edge'
    return joined(inOrder(index, bindings, ranges, `${edge} AS edge`, bindings.addLimit()), form, bindings)
  })
}

/**
 * The same for the edges that meet the other filters, among the first {@link passedBy} rows of the ranges. The row also has
 * the number of those rows; null if there are as many edges as the limit.
 */
export function testedWalkOf(index: Index, form: Form): Template {
  return new Template(bindings => {
    const ranges = rangesOf(index, bindings)
    const most = bindings.addLimit(passedBy)
    const rows = inOrder(index, bindings, ranges, ['edge', ...testedColumns(index)].join(', '), most)
    const filters = filterConditions(index, bindings).join(' AND ')
    const limit = bindings.add(({ limit }) => BigInt(limit))
    // The database stops at the limit.
    const matching = `SELECT edge FROM (${rows}) AS passed WHERE ${filters} LIMIT ${limit} + 0`
    const all = `SELECT count(*) FROM (${inOrder(index, bindings, ranges, '1 AS one', most)}) AS every`
    const found = joined(matching, form, bindings)
    return `SELECT edges, found, CASE WHEN found < ${limit} THEN (${all}) END FROM (${found}) AS counted`
  }, passedBy)
}

function inOrder(
  { order }: Index,
  { isPostgres }: Bindings,
  ranges: readonly string[],
  columns: string,
  limit: string,
): string {
  const end = `ORDER BY at ${order}, pos ${order} ${limit}`
  const each = ranges.map(range => `SELECT ${columns}, at, pos${range}`)
  if (each.length === 1 || !isPostgres) return `${each.join(' UNION ALL ')} ${end}`
  // PostgreSQL merges only sorted ranges. Otherwise it would read and sort all matching rows.
  return `SELECT * FROM (${each.map(one => `(${one} ${end})`).join(' UNION ALL ')}) AS ranges ${end}`
}
