import { LRUCache } from 'lru-cache'
import { Bindings, type IndexRanges, indexRanges, type StatementRequest } from './index-ranges.ts'
import type { SqlValue, Statement } from './reading.ts'
import { type Order, type Selection, shapeOf } from './selection.ts'

/** A statement for all selections of one shape: the text and the source of each binding. */
interface Template {
  readonly text: string
  readonly postgres: string
  readonly bindings: readonly ((request: StatementRequest) => SqlValue)[]
}

interface PageStatementOptions {
  /** Returns the columns of a row as SQL. `bind(i)` returns the placeholder of the i-th value of the request. */
  columns(bind: (index: number) => string): string
  /** Returns an aggregate over the rows as SQL. Without it, the statement returns the rows themselves. */
  about?(rows: string): string
  /** True for the number of rows with their joined edges. PostgreSQL returns these row by row. */
  readonly joined?: true
  /** True when any of the matching rows will do. */
  readonly unordered?: true
  /** True for all rows in the ranges of the index, whether they meet the other filters or not. */
  readonly unfiltered?: true
}

/**
 * Maximum number of cached texts. The number of shapes is finite, but clients can send very many and very long ones,
 * so the cache has a maximum number of characters too.
 */
const MAX_TEMPLATES = 500
const MAX_CHARACTERS = 4_000_000

/** A statement over the rows of a selection. Its text is written once per shape of selection. */
export class PageStatement {
  readonly #options: PageStatementOptions
  readonly #templates = new LRUCache<string, Template>({
    max: MAX_TEMPLATES,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ text, postgres }) => text.length + postgres.length,
  })

  constructor(options: PageStatementOptions) {
    this.#options = options
  }

  /**
   * Returns the statement for the rows of a selection in the order of the sort key. It merges one index range per
   * combination of filter values without a sort. The cost depends on the returned rows, not on the matching rows.
   *
   * @param limit maximum number of rows
   * @param values the input of computed columns
   */
  of(selection: Selection, order: Order, limit: number, values: readonly SqlValue[] = []): Statement {
    const { text, postgres, bindings } = this.#template(selection, order)
    const request = { selection, limit, values }
    const { joined } = this.#options
    const bound = bindings.map(bind => bind(request))
    return { text, postgres, ...(joined && { joined }), values: bound }
  }

  #template(selection: Selection, order: Order): Template {
    const shape = `${order} ${shapeOf(selection)}`
    const known = this.#templates.get(shape)
    if (known) return known
    const template = this.#write(selection, order)
    this.#templates.set(shape, template)
    return template
  }

  #write(selection: Selection, order: Order): Template {
    const { columns, about = rows => rows, joined, unordered, unfiltered } = this.#options
    const bindings = new Bindings()
    const read = columns(index => bindings.add(({ values }) => values[index] ?? null))
    // SQLite plans by the value of a bare LIMIT parameter, and so would compile the statement again for every
    // execution.
    const limit = unordered ? '1' : `${bindings.add(({ limit }) => BigInt(limit))} + 0`
    const ordered = `ORDER BY at ${order}, pos ${order} LIMIT ${limit}`
    const ranges = indexRanges(selection, order, read, bindings, unfiltered)
    const [sqlite, postgres] = [bySqlite(ranges, unordered ? '' : ordered), byPostgres(ranges, ordered)]
    const names = ranges.lookUps.length > 0 ? `WITH ${ranges.lookUps.join(', ')} ` : ''
    return {
      text: names + about(sqlite),
      postgres: names + (joined ? postgres : about(postgres)),
      bindings: bindings.all,
    }
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

/** Returns the number of rows and one text of edges joined by commas. The database builds the text. */
export const edgesOf = new PageStatement({
  columns: () => 'edge',
  about: rows => `SELECT count(*), group_concat(edge, ',') FROM (${rows})`,
  joined: true,
})

/** Returns true if any row matches. */
export const anyRow = new PageStatement({
  columns: () => '1',
  about: rows => `SELECT EXISTS (SELECT 1 FROM (${rows}) AS rest)`,
  unordered: true,
})
