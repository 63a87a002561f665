import { filterConditions, rangesOf, testedColumns } from './conditions.ts'
import type { Index } from './indexes.ts'
import type { Statement } from './reading.ts'
import { type Bindings, type Source, Template } from './template.ts'

/** How a statement returns edges: as one text, which takes less time than a row for each. */
export interface Form {
  /** Stands between edges. */
  readonly separator: string
  /** Writes the expression of an edge, or of the texts that it is composed of. */
  readonly edge: (bindings: Bindings) => string
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
 */
export class Walk {
  readonly #page: Template
  readonly #tested: Template

  constructor(index: Index, form: Form) {
    this.#page = new Template(bindings => {
      const ranges = rangesOf(index, bindings, filterConditions(index, bindings))
      const rows = inOrder(index, bindings, ranges, `${form.edge(bindings)} AS edge`, bindings.addLimit())
      return joined(rows, form, bindings)
    })
    this.#tested = new Template(bindings => {
      const ranges = rangesOf(index, bindings)
      const most = bindings.addLimit(passedBy)
      const rows = inOrder(index, bindings, ranges, ['edge', ...testedColumns(index)].join(', '), most)
      const filters = filterConditions(index, bindings).join(' AND ')
      const limit = bindings.add(({ limit }) => BigInt(limit))
      // The database stops at the limit.
      const found = joined(
        `SELECT edge FROM (${rows}) AS passed WHERE ${filters} LIMIT ${limit} + 0`,
        form,
        bindings,
      )
      const all = `SELECT count(*) FROM (${inOrder(index, bindings, ranges, '1 AS one', most)}) AS every`
      return `SELECT edges, found, CASE WHEN found < ${limit} THEN (${all}) END FROM (${found}) AS counted`
    })
  }

  /** One row: the edges of the first rows. */
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

function inOrder(
  { order }: Index,
  { isPostgres }: Bindings,
  ranges: readonly string[],
  columns: string,
  limit: string,
): string {
  const end = `ORDER BY at ${order}, pos ${order} ${limit}`
  // The merge needs the sort key of every range.
  const each = ranges.map(range => `SELECT ${columns}${ranges.length > 1 ? ', at, pos' : ''}${range}`)
  if (each.length === 1 || !isPostgres) return `${each.join(' UNION ALL ')} ${end}`
  // PostgreSQL merges only sorted ranges. Otherwise it would read and sort all matching rows.
  return `SELECT * FROM (${each.map(one => `(${one} ${end})`).join(' UNION ALL ')}) AS ranges ${end}`
}
