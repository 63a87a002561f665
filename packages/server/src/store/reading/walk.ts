import type { Place } from '../tables/cursor.ts'
import { boundConditions, fromWhere, keysOf, lookedUp, storedValue, testedConditions } from './conditions.ts'
import type { Index } from './indexes.ts'
import type { Reading } from './reading.ts'
import { countOf } from './selection.ts'
import { type Bindings, type Source, Template } from './template.ts'

/** Writes the expression of an edge that is not stored ready-made. A table has one. */
export type EdgeExpression = (bindings: Bindings) => string

/** Some rows of a selection: their edges, joined by commas, and their number. */
export interface Edges {
  readonly text: string
  readonly count: number
}

/** The edges of some rows at the start of a list, and the place of the last row; undefined at the end of the list. */
export interface Step extends Edges {
  readonly end: Place | undefined
}

/**
 * Reads the first rows of an index in the order of the list, and tests the filters that it does not have. The index has a
 * range for each combination of filter values. The database merges them as it reads, so the cost depends on the passed
 * rows, not on the matching ones.
 */
export class Walk {
  /** The weight of a passed row. */
  readonly weight: number
  readonly #template: Template

  /** @param expression the edge, of an index with all filters only */
  constructor(index: Index, expression?: EdgeExpression) {
    this.weight = index.weight
    this.#template =
      index.tested.length === 0
        ? new Template(bindings => pageOf(index, bindings, expression))
        : new Template(
            bindings => testedOf(index, bindings),
            ({ passes = 0 }) => passes * index.weight,
          )
  }

  /** Reads at most `limit` edges, and passes at most `passes` rows. It has an end if further rows may match. */
  *read(source: Source): Reading<Step> {
    const [rows = []] = yield [this.#template.statement(source)]
    const [at, pos] = (rows[0]?.[2] as string | null | undefined)?.split(' ').map(BigInt) ?? []
    return { ...edgesOf(rows), end: at !== undefined && pos !== undefined ? { at, pos } : undefined }
  }
}

/**
 * Writes one row: the edges of rows as one text, which takes less time than a row for each, and their number. A separator
 * that is a value would double the time.
 */
export function joined(rows: string, { isPostgres }: Bindings): string {
  const join = isPostgres ? 'string_agg' : 'group_concat'
  return `SELECT ${join}(edge, ',') AS edges, count(*) AS found FROM (${rows}) AS page`
}

/** Reads the row of {@link joined}. */
export function edgesOf([row = []]: readonly unknown[][]): Edges {
  const [text, count] = row as [string | null, bigint]
  return { text: text ?? '', count: Number(count) }
}

function pageOf(index: Index, bindings: Bindings, expression: EdgeExpression | undefined): string {
  const ranges = rangesOf(index, bindings)
  const edge = expression?.(bindings) ?? 'edge'
  return joined(inOrder(index, bindings, ranges, [`${edge} AS edge`], bindings.addRows('limit')), bindings)
}

/**
 * The row also has the place of the last of the passed rows, as text; null if there are no more rows, or as many edges as
 * the limit.
 */
function testedOf(index: Index, bindings: Bindings): string {
  const ranges = rangesOf(index, bindings)
  const passes = bindings.addRows('passes')
  const { table } = index.selection
  // SQLite would seek each row of a clustered table.
  const isLate = !bindings.isPostgres && table.cluster && index.weight === 1
  const columns = [isLate ? keysOf(table) : 'edge', ...index.tested]
  const rows = inOrder(index, bindings, ranges, columns, passes)
  const filters = testedConditions(index, bindings).join(' AND ')
  const limit = bindings.addRows('limit')
  // The database stops at the limit.
  const passed = `FROM (${rows}) AS passed WHERE ${filters} LIMIT ${limit}`
  const matching = isLate ? lookedUp(table, `SELECT * ${passed}`) : `SELECT edge ${passed}`
  const places = inOrder(index, bindings, ranges, [], passes)
  const last = `SELECT at || ' ' || pos FROM (${places}) AS places LIMIT 1 OFFSET ${passes} - 1`
  const found = joined(matching, bindings)
  return `SELECT edges, found, CASE WHEN found < ${limit} THEN (${last}) END FROM (${found}) AS counted`
}

/** Writes the range of each combination of filter values. */
function rangesOf(index: Index, bindings: Bindings): string[] {
  const { selection, columns } = index
  let ranges = [boundConditions(index, bindings)]
  for (const column of columns) {
    const values = Array.from({ length: countOf(selection, column) }, (_, at) =>
      storedValue(selection, column, bindings, at),
    )
    ranges = ranges.flatMap(range => values.map(value => [...range, `${column} = ${value}`]))
  }
  return ranges.map(range => fromWhere(index, bindings, range))
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
