import { filterConditions, rangeConditions, withNames } from './conditions.ts'
import { hintOf, type Index, inPostgres } from './indexes.ts'
import type { Statement } from './reading.ts'
import { type Bindings, limitOf, type Source, Template, type Text } from './template.ts'

/** Writes the columns of a row. */
export type Read = (bindings: Bindings) => string

const edge: Read = () => 'edge'

/** Returns the number of rows that a page with tested filters passes before another way is tried. */
export function passedBy(limit: number): number {
  return Math.max(128, 2 * limit)
}

/**
 * Reads the first rows of an index in the order of the list. It has one range for each combination of filter values.
 * The database merges them as it reads, so the cost depends on the returned rows, not on the matching ones.
 */
export class Merge {
  readonly #index: Index
  readonly #rows = new Map<Read, Template>()
  readonly #tested: Template
  readonly #count: Template
  readonly #joined: Template
  readonly #any: Template

  constructor(index: Index) {
    this.#index = index
    this.#tested = new Template(bindings => {
      const lookUps: string[] = []
      const filters = filterConditions(index, bindings, lookUps).join(' AND ') || 'true'
      const { text, postgres = text } = this.#ranges(bindings, `CASE WHEN ${filters} THEN edge END AS edge`)
      const limit = limitOf(bindings)
      // The database stops at the limit, and reads no edge of the other rows.
      const stop = (rows: string) =>
        `${withNames(lookUps)}SELECT edge FROM (${rows}) AS passed WHERE edge IS NOT NULL ${limit}`
      return { text: stop(text), postgres: stop(postgres) }
    })
    this.#count = new Template(bindings => {
      const { text, postgres = text } = this.#ranges(bindings, '1 AS one')
      const count = (rows: string) => `SELECT count(*) FROM (${rows}) AS passed`
      return { text: count(text), postgres: count(postgres) }
    })
    this.#any = new Template(bindings => this.#write(bindings, () => '1'))
    this.#joined = new Template(bindings => {
      const { text, postgres = text } = this.#write(bindings, edge)
      const join = (name: string, rows: string) =>
        `SELECT count(*), ${name}(edge, ',') FROM (${rows}) AS page`
      return { text: join('group_concat', text), postgres: join('string_agg', postgres) }
    })
  }

  /** A row of the columns for each row that meets all filters. */
  rows(source: Source, read: Read = edge): Statement {
    const template = this.#rows.get(read) ?? new Template(bindings => this.#write(bindings, read))
    this.#rows.set(read, template)
    return template.statement(source)
  }

  /** One row: the number of edges, and all of them joined by commas. It takes less time than a row for each. */
  joined(source: Source): Statement {
    return this.#joined.statement(source)
  }

  /** The edges that meet the other filters, among the first {@link passedBy} rows of the ranges. */
  tested(source: Source): Statement {
    return this.#tested.statement(source, passedBy(source.limit))
  }

  /** One row: the number of rows that {@link tested} passes at most. */
  count(source: Source): Statement {
    return this.#count.statement(source, passedBy(source.limit))
  }

  /** A row if there is any. */
  any(source: Source): Statement {
    return this.#any.statement({ ...source, limit: 1 })
  }

  #write(bindings: Bindings, read: Read): Text {
    const lookUps: string[] = []
    const filters = filterConditions(this.#index, bindings, lookUps)
    const { text, postgres = text } = this.#ranges(bindings, read(bindings), limitOf(bindings), filters)
    return { text: withNames(lookUps) + text, postgres: withNames(lookUps) + postgres }
  }

  #ranges(
    bindings: Bindings,
    columns: string,
    limit = limitOf(bindings, passedBy),
    filters: readonly string[] = [],
  ): Text {
    const { order, selection } = this.#index
    const ranges = rangeConditions(this.#index, bindings).map(range => [range, ...filters].join(' AND '))
    const end = `ORDER BY at ${order}, pos ${order} ${limit}`
    // The merge needs the sort key of every range.
    const select = `SELECT ${columns}${ranges.length > 1 ? ', at, pos' : ''} FROM ${selection.table.name}`
    const inSqlite = ranges.map(range => `${select}${hintOf(this.#index)} WHERE ${range}`)
    // PostgreSQL merges only sorted ranges. Otherwise it would read and sort all matching rows.
    const each = ranges.map(range => `${select} WHERE ${inPostgres(this.#index, range)} ${end}`)
    const merged = `SELECT * FROM (${each.map(one => `(${one})`).join(' UNION ALL ')}) AS ranges ${end}`
    return {
      text: `${inSqlite.join(' UNION ALL ')} ${end}`,
      postgres: each.length === 1 ? (each[0] ?? '') : merged,
    }
  }
}
