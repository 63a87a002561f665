import { filterConditions, rangesOf, testedColumns } from './conditions.ts'
import type { Index } from './indexes.ts'
import type { Statement } from './reading.ts'
import { opposite, type Selection } from './selection.ts'
import { type Bindings, type Source, Template } from './template.ts'

/** Writes the expression of an edge, or of the texts that it is composed of. It has no line break. */
export type Edge = (bindings: Bindings) => string

/** Returns the number of rows that a page with tested filters passes before another way is tried. */
export function passedBy(limit: number): number {
  return Math.max(128, 2 * limit)
}

/** Writes a row with the edges of rows as lines, which takes less time than a row for each. */
export function lines({ isPostgres }: Bindings, edge = 'edge'): string {
  return `${isPostgres ? 'string_agg' : 'group_concat'}(${edge}, '\n')`
}

/**
 * Reads the first rows of an index in the order of the list. It has one range for each combination of filter values.
 * The database merges them as it reads, so the cost depends on the returned rows, not on the matching ones.
 */
export class Merge {
  readonly #page: Template
  readonly #tested: Template

  /** @param behind a selection of the shape of the rows on the other side of the cursor */
  constructor(index: Index, edge: Edge, behind: Selection | undefined) {
    this.#page = new Template(bindings => {
      const rows = merged(
        index,
        bindings,
        `${edge(bindings)} AS edge`,
        bindings.addLimit(),
        filterConditions(index, bindings),
      )
      return `SELECT ${lines(bindings)}${behind ? `, ${earlier(index, bindings, behind)}` : ''} FROM (${rows}) AS page`
    })
    this.#tested = new Template(bindings => {
      const columns = ['edge', ...testedColumns(index)].join(', ')
      const most = bindings.addLimit(passedBy)
      const rows = merged(index, bindings, columns, most)
      const filters = filterConditions(index, bindings).join(' AND ') || 'true'
      const limit = bindings.add(({ limit }) => BigInt(limit))
      // The database stops at the limit.
      const found = `SELECT edge FROM (${rows}) AS passed WHERE ${filters} LIMIT ${limit} + 0`
      const all = `SELECT count(*) FROM (${merged(index, bindings, '1 AS one', most)}) AS every`
      return `SELECT edges, CASE WHEN found < ${limit} THEN (${all}) END FROM (
        SELECT count(*) AS found, ${lines(bindings)} AS edges FROM (${found}) AS page) AS counted`
    })
  }

  /** One row: the edges of the first rows, and the number of rows behind the cursor: 0 or 1. */
  page(source: Source): Statement {
    return this.#page.statement(source)
  }

  /**
   * One row: the edges that meet the other filters, among the first {@link passedBy} rows of the ranges, and the number
   * of those rows; null if there are as many edges as the limit.
   */
  tested(source: Source): Statement {
    return this.#tested.statement(source, passedBy(source.limit))
  }
}

function earlier(index: Index, bindings: Bindings, selection: Selection): string {
  const other = { ...index, selection, order: opposite(index.order) }
  const each = rangesOf(
    other,
    bindings,
    filterConditions(other, bindings),
    ({ behind }) => behind ?? selection,
  )
  return `(SELECT count(*) FROM (${each.map(range => `SELECT 1 AS one${range}`).join(' UNION ALL ')} LIMIT 1) AS earlier)`
}

function merged(
  index: Index,
  bindings: Bindings,
  columns: string,
  limit: string,
  filters: readonly string[] = [],
): string {
  const end = `ORDER BY at ${index.order}, pos ${index.order} ${limit}`
  const ranges = rangesOf(index, bindings, filters)
  // The merge needs the sort key of every range.
  const each = ranges.map(range => `SELECT ${columns}${ranges.length > 1 ? ', at, pos' : ''}${range}`)
  if (each.length === 1 || !bindings.isPostgres) return `${each.join(' UNION ALL ')} ${end}`
  // PostgreSQL merges only sorted ranges. Otherwise it would read and sort all matching rows.
  return `SELECT * FROM (${each.map(one => `(${one} ${end})`).join(' UNION ALL ')}) AS ranges ${end}`
}
