import { filterConditions, joinedConditions, withNames } from './conditions.ts'
import { hintOf, type Index, inPostgres, narrowHintOf } from './indexes.ts'
import type { Statement } from './reading.ts'
import { type Bindings, limitOf, type Source, Template, type Text } from './template.ts'

/** Reads all rows of an index whose number is known to be small, tests the other filters, and sorts. */
export class Sort {
  readonly #index: Index
  readonly #count = new Template(bindings => this.#writeCount(bindings))
  readonly #rows = new Template(bindings => this.#writeRows(bindings))

  constructor(index: Index) {
    this.#index = index
  }

  /** One row: the number of rows that the filters of the index leave, up to a limit. */
  count(source: Source): Statement {
    return this.#count.statement(source)
  }

  /**
   * A row with the edge of each row that meets all filters.
   *
   * @param maxRows maximum number of rows of the index
   */
  rows(source: Source, maxRows: number): Statement {
    return this.#rows.statement(source, maxRows)
  }

  #writeCount(bindings: Bindings): Text {
    const { name } = this.#index.selection.table
    const limit = (rows: readonly string[]) =>
      `SELECT count(*) FROM (SELECT 1 AS one FROM (${rows.join(' UNION ALL ')}) AS found ${end}) AS passed`
    const conditions = joinedConditions(this.#index, bindings)
    const end = limitOf(bindings)
    const hint = narrowHintOf(this.#index)
    return {
      text: limit(conditions.map(condition => `SELECT 1 FROM ${name}${hint} WHERE ${condition}`)),
      postgres: limit(
        conditions.map(
          condition => `SELECT 1 AS one FROM ${name} WHERE ${inPostgres(this.#index, condition)}`,
        ),
      ),
    }
  }

  #writeRows(bindings: Bindings): Text {
    const { selection, order, columns } = this.#index
    const { name, cluster } = selection.table
    const lookUps: string[] = []
    const filters = filterConditions(this.#index, bindings, lookUps)
    const conditions = joinedConditions(this.#index, bindings).map(condition =>
      [condition, ...filters].join(' AND '),
    )
    // The plus stops a database from reading by another index, in this order.
    const sorted = `ORDER BY +at ${order}, +pos ${order} ${limitOf(bindings)}`
    const names = withNames(lookUps)
    const select = (read: string, hint: string, each: readonly string[]) => {
      const union = each.map(condition => `SELECT ${read} FROM ${name}${hint} WHERE ${condition}`)
      // A plus is not allowed in the order of a union.
      return each.length === 1
        ? `${union[0]} ${sorted}`
        : `SELECT edge FROM (${union.join(' UNION ALL ')}) AS passed ${sorted}`
    }
    const read = conditions.length === 1 ? 'edge' : 'edge, at, pos'
    const all = conditions.map(condition => inPostgres(this.#index, condition))
    const postgres = names + select(read, '', all)
    const isNarrow = columns === selection.table.key || columns === cluster
    const hint = isNarrow ? narrowHintOf(this.#index) : hintOf(this.#index)
    if (conditions.length > 1 || (columns === cluster && hint === ''))
      return { text: names + select(read, hint, conditions), postgres }
    // SQLite would read the edge of each row into the sort, and seek each row of a clustered table. So it sorts the
    // keys of the table, which an index has too, and looks up the rows of the page.
    const key = cluster ? [...cluster, 'at', 'pos'].join(', ') : 'rowid'
    const page = `SELECT edge FROM ${name} WHERE (${key}) IN (${select(key, hint, conditions)})`
    return { text: `${names}${page} ORDER BY at ${order}, pos ${order}`, postgres }
  }
}
