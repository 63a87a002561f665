import { LRUCache } from 'lru-cache'
import { Bindings, type IndexRanges, indexRanges, type StatementRequest } from './index-ranges.ts'
import type { SqlValue, Statement } from './reading.ts'
import { type Order, type Selection, shapeOf } from './selection.ts'

/** A statement for all selections of one shape: the text, and where each of its values is taken from. */
interface Template {
  readonly text: string
  readonly postgres: string
  readonly bindings: readonly ((request: StatementRequest) => SqlValue)[]
}

interface PageStatementOptions {
  /** The columns of a row, as SQL; `bind(i)` stands for the i-th of the values that come with a request. */
  columns(bind: (index: number) => string): string
  /** What is asked about the rows, as SQL; absent, the rows themselves. */
  about?(rows: string): string
  /** Whether what is asked about the rows is their number and their edges joined, which PostgreSQL gives row by row. */
  readonly joined?: true
  /** Whether it does not matter which rows there are. */
  readonly unordered?: true
}

/**
 * Shapes are finite, but requests can be made up of very many of them, and of very long ones: this many are kept, and this
 * many characters together.
 */
const MAX_TEMPLATES = 500
const MAX_CHARACTERS = 4_000_000

/** A statement over the rows of a selection. Its text is written once for each shape of selection. */
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
   * The statement for the rows of a selection in the order of the sort key, as one index range per combination of filter
   * values, merged without a sort: the cost is that of the rows returned, not of the rows that match.
   *
   * @param limit rows at most
   * @param values what the columns are computed from
   */
  of(selection: Selection, order: Order, limit: number, values: readonly SqlValue[] = []): Statement {
    const { text, postgres, bindings } = this.#template(selection, order)
    const request = { selection, limit, values }
    const { joined } = this.#options
    return { text, postgres, ...(joined && { joined }), values: bindings.map(bind => bind(request)) }
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
    const { columns, about = rows => rows, joined, unordered } = this.#options
    const bindings = new Bindings()
    const read = columns(index => bindings.add(({ values }) => values[index] ?? null))
    // SQLite plans by the value of a bare LIMIT parameter, and so compiles the statement again at every execution.
    const limit = unordered ? '1' : `${bindings.add(({ limit }) => BigInt(limit))} + 0`
    const ordered = `ORDER BY at ${order}, pos ${order} LIMIT ${limit}`
    const merged = indexRanges(selection, order, read, bindings)
    const postgres = byPostgres(merged, ordered)
    return {
      // SQLite merges the ranges of a plain union.
      text: about([merged.ranges.join(' UNION ALL '), ...(unordered ? [] : [ordered])].join(' ')),
      postgres: joined ? postgres : about(postgres),
      bindings: bindings.all,
    }
  }
}

/** PostgreSQL merges only what is in order already; it would otherwise read all that matches and sort it. */
function byPostgres({ ranges, condition }: IndexRanges, ordered: string): string {
  const each = ranges.map(range =>
    condition ? `${range} AND ${condition} ${ordered}` : `${range} ${ordered}`,
  )
  const [only = ''] = each
  if (each.length === 1) return only
  return `SELECT * FROM (${each.map(range => `(${range})`).join(' UNION ALL ')}) AS ranges ${ordered}`
}

/** The rows as their number and one text of edges joined by commas: put together inside the database. */
export const edgesOf = new PageStatement({
  columns: () => 'edge',
  about: rows => `SELECT count(*), group_concat(edge, ',') FROM (${rows})`,
  joined: true,
})

/** Whether there is any row. */
export const anyRow = new PageStatement({
  columns: () => '1',
  about: rows => `SELECT EXISTS (SELECT 1 FROM (${rows}) AS rest)`,
  unordered: true,
})
