import { filterConditions, rangeConditions } from './conditions.ts'
import { hintOf, type Index, inPostgres } from './indexes.ts'
import type { Statement } from './reading.ts'
import { type Bindings, limitOf, type Source, Template, type Text } from './template.ts'

/** Writes the columns of a row. */
export type Read = (bindings: Bindings) => string

const edge: Read = () => 'edge'

/**
 * Reads the first rows of an index in the order of the list. It has one range for each combination of filter values.
 * The database merges them as it reads, so the cost depends on the returned rows, not on the matching ones.
 */
export class Merge {
  readonly #index: Index
  readonly #rows = new Map<Read, Template>()
  readonly #tested: Template
  readonly #joined: Template
  readonly #any: Template

  constructor(index: Index) {
    this.#index = index
    this.#tested = new Template(bindings => this.#write(bindings, edge, true))
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

  /** A row for each row of the ranges: its edge, or null if it does not meet the other filters. */
  tested(source: Source): Statement {
    return this.#tested.statement(source)
  }

  /** A row if there is any. */
  any(source: Source): Statement {
    return this.#any.statement({ ...source, limit: 1 })
  }

  #write(bindings: Bindings, read: Read, isTested = false): Text {
    const { order, selection } = this.#index
    const lookUps: string[] = []
    const filters = filterConditions(this.#index, bindings, lookUps).join(' AND ') || 'true'
    const columns = isTested ? `CASE WHEN ${filters} THEN edge END` : read(bindings)
    const ranges = rangeConditions(this.#index, bindings).map(range =>
      isTested || filters === 'true' ? range : `${range} AND ${filters}`,
    )
    const end = `ORDER BY at ${order}, pos ${order} ${limitOf(bindings)}`
    const names = lookUps.length > 0 ? `WITH ${lookUps.join(', ')} ` : ''
    // The merge needs the sort key of every range.
    const select = `SELECT ${columns}${ranges.length > 1 ? ', at, pos' : ''} FROM ${selection.table.name}`
    const inSqlite = ranges.map(range => `${select}${hintOf(this.#index)} WHERE ${range}`)
    // PostgreSQL merges only sorted ranges. Otherwise it would read and sort all matching rows.
    const each = ranges.map(range => `${select} WHERE ${inPostgres(this.#index, range)} ${end}`)
    const merged = `SELECT * FROM (${each.map(one => `(${one})`).join(' UNION ALL ')}) AS ranges ${end}`
    return {
      text: `${names}${inSqlite.join(' UNION ALL ')} ${end}`,
      postgres: names + (each.length === 1 ? each[0] : merged),
    }
  }
}
