import { filterConditions, keysOf, lookedUp, rangesOf, testedColumns, weightOf } from './conditions.ts'
import type { Index } from './indexes.ts'
import { type Bindings, Template } from './template.ts'

/** Writes the expression of an edge that is not stored ready-made. A table has one. */
export type EdgeExpression = (bindings: Bindings) => string

/**
 * Writes one row: the edges of rows as one text, which takes less time than a row for each, and their number. A separator
 * that is a value would double the time.
 */
export function joined(rows: string, { isPostgres }: Bindings): string {
  const join = isPostgres ? 'string_agg' : 'group_concat'
  return `SELECT ${join}(edge, ',') AS edges, count(*) AS found FROM (${rows}) AS page`
}

/**
 * Reads the first rows of an index in the order of the list. It has a range for each combination of filter values. The
 * database merges them as it reads, so the cost depends on the passed rows, not on the matching ones.
 *
 * @returns the statement of one row: the joined edges, and their number
 */
export function walkOf(index: Index, expression?: EdgeExpression): Template {
  return new Template(bindings => {
    const ranges = rangesOf(index, bindings, filterConditions(index, bindings))
    const edge = expression?.(bindings) ?? 'edge'
    const limit = bindings.addRows('limit')
    return joined(inOrder(index, bindings, ranges, [`${edge} AS edge`], limit), bindings)
  })
}

/**
 * The same for the edges that meet the other filters, among the first rows of the ranges, as many as the source passes. The
 * row also has the place of the last of those, as text; null if there are no more rows, or as many edges as the limit.
 */
export function testedWalkOf(index: Index): Template {
  const weight = weightOf(index)
  return new Template(
    bindings => {
      const ranges = rangesOf(index, bindings)
      const passes = bindings.addRows('passes')
      const { table } = index.selection
      const tested = testedColumns(index)
      // SQLite would seek each row of a clustered table.
      const isCovered = !bindings.isPostgres && table.cluster && weight === 1
      const rows = inOrder(index, bindings, ranges, [isCovered ? keysOf(table) : 'edge', ...tested], passes)
      const filters = filterConditions(index, bindings).join(' AND ')
      const limit = bindings.addRows('limit')
      // The database stops at the limit.
      const passed = `FROM (${rows}) AS passed WHERE ${filters} LIMIT ${limit}`
      const matching = isCovered ? lookedUp(table, `SELECT * ${passed}`) : `SELECT edge ${passed}`
      const places = inOrder(index, bindings, ranges, [], passes)
      const last = `SELECT at || ' ' || pos FROM (${places}) AS places LIMIT 1 OFFSET ${passes} - 1`
      const found = joined(matching, bindings)
      return `SELECT edges, found, CASE WHEN found < ${limit} THEN (${last}) END FROM (${found}) AS counted`
    },
    ({ passes = 0 }) => passes * weight,
  )
}

function inOrder(
  { order }: Index,
  { isPostgres }: Bindings,
  ranges: readonly string[],
  columns: readonly string[],
  limit: string,
): string {
  const end = `ORDER BY at ${order}, pos ${order} LIMIT ${limit}`
  const each = ranges.map(range => `SELECT ${[...columns, 'at', 'pos'].join(', ')}${range}`)
  if (each.length === 1 || !isPostgres) return `${each.join(' UNION ALL ')} ${end}`
  // PostgreSQL merges only sorted ranges. Otherwise it would read and sort all matching rows.
  return `SELECT * FROM (${each.map(one => `(${one} ${end})`).join(' UNION ALL ')}) AS ranges ${end}`
}
