import { LRUCache } from 'lru-cache'
import { distantRange } from './distance-ranges.ts'
import { combinationsOf, indexesOf } from './indexes.ts'
import { type Edge, Merge, passedBy } from './merge.ts'
import { type Reading, rowsOf } from './reading.ts'
import { endsOf, type Order, onward, opposite, type Selection, shapeOf } from './selection.ts'
import { Sort } from './sort.ts'
import type { Source } from './template.ts'

/**
 * How the first rows of a selection are read. Each step runs only if the one before it does not answer.
 *
 *     operations/list*.ts     the filters of a request
 *       operations/page.ts    the selection, its bounds by the cursor, the response
 *         planOf()            the plan of the shape: its indexes and statements, made once
 *           1. Merge.page     An index has all filters: its first rows are the page.
 *           2. Merge.tested   An index has some of them: its first rows, each tested, may fill the page. Dates of the
 *                             other time bound them by the classes that have rows.
 *           3. Sort.count     Each index counts its rows up to a limit. The fewest are read, tested and sorted.
 *           4. Sort.end       All have more: the rows of one are read in parts of the list, each as in step 3.
 *
 * Merge and Sort write the statements of the two ways to read. Readings yield them to the reader of a database. Each says
 * how many rows it passes at most, so that the reader of SQLite serves other requests between the large ones.
 */

/** Maximum number of index ranges that a statement merges. */
const MAX_MERGED = 16
/** Maximum number of combinations of values that a statement seeks by. */
const MAX_SEEKS = 1024
/** The same for a part of a list, which has some rows of each. */
const MAX_COMBINATIONS = 128
/** The limits of the counts. Each count takes time up to its limit, so the smaller one is first. */
const FEW = 1024
const MAX_SORTED = 8192
/** Maximum number of rows of a part. The first part is smaller, since it may be enough. */
const MAX_PART = 2048

const plans = new LRUCache<string, Plan>({ max: 1000 })

/** The first rows of a selection, in its order. */
export interface Found {
  readonly edges: string[]
  /** True if there are rows behind the cursor. */
  readonly isPassed: boolean
}

/** Returns the plan for all requests of a shape, in the order of the list or its opposite. */
export function planOf(source: Source, order: Order, edge: Edge = () => 'edge'): Plan {
  const { selection, behind } = source
  const shape = `${order} ${shapeOf(selection)}${behind ? endsOf(behind) : '-'}`
  const known = plans.get(shape)
  if (known) return known
  const plan = new Plan(source, order, edge)
  plans.set(shape, plan)
  return plan
}

class Plan {
  /** The only step, if an index has all filters. */
  readonly #whole: Merge | undefined
  readonly #first: Merge | undefined
  readonly #sorts: readonly Sort[]
  /** Reads the selection in parts. */
  readonly part: Sort
  readonly #order: Order

  constructor({ selection, behind }: Source, order: Order, edge: Edge) {
    const { table, anyOf } = selection
    const classes = table.distance?.classes ?? ''
    const count = (columns: readonly string[]) => combinationsOf(selection, columns)
    const best = (some: readonly (readonly string[])[]) =>
      some.toSorted((one, other) => other.length - one.length || count(one) - count(other))[0]
    const merge = (columns: readonly string[] | undefined) =>
      columns && new Merge({ selection, columns, order }, edge, behind)
    const sort = (columns: readonly string[]) => new Sort({ selection, columns, order })
    const indexes = indexesOf(selection)
    const mergeable = indexes.filter(columns => !columns.includes(classes) && count(columns) <= MAX_MERGED)
    const hasAll = (columns: readonly string[]) => [...anyOf.keys()].every(column => columns.includes(column))
    const usable = indexes.filter(columns => columns.length > 0 && count(columns) <= MAX_SEEKS)
    // The rows of a longer index are among those of a shorter one.
    const rarest = usable.filter(
      one => !usable.some(other => other.length > one.length && one.every(column => other.includes(column))),
    )
    const divisible = usable.filter(
      one => one !== table.key && !one.includes(classes) && count(one) <= MAX_COMBINATIONS,
    )
    this.#whole = distantRange(selection) ? undefined : merge(mergeable.find(hasAll))
    this.#first = merge(best(mergeable))
    this.#sorts = rarest.map(sort)
    this.part = sort(best(divisible) ?? [])
    this.#order = order
  }

  *read(source: Source): Reading<Found> {
    if (this.#whole) {
      const [[edges, passed = 0n] = []] = yield* rowsOf(this.#whole.page(source))
      return { edges: edgesOf(edges), isPassed: (passed as bigint) > 0n }
    }
    const edges = yield* this.#search(source)
    if (!source.behind) return { edges, isPassed: false }
    const behind = { selection: source.behind, limit: 1 }
    const passed = yield* planOf(behind, opposite(this.#order)).read(behind)
    return { edges, isPassed: passed.edges.length > 0 }
  }

  *#search(source: Source): Reading<string[]> {
    if (this.#first) {
      const [[found, passed] = []] = yield* rowsOf(this.#first.tested(source))
      if (passed === null || (passed as bigint) < passedBy(source.limit)) return edgesOf(found)
    }
    for (const most of this.#sorts.length > 0 ? [FEW, MAX_SORTED] : []) {
      const limited = { ...source, limit: most + 1 }
      const counted = yield this.#sorts.map(sort => sort.count(limited))
      const counts = counted.map(rows => Number(rows[0]?.[0]))
      const least = Math.min(...counts)
      const sort = this.#sorts[counts.indexOf(least)]
      if (sort && least <= most) return yield* edgesIn(sort, source, most)
    }
    return yield* this.#inParts(source)
  }

  *#inParts({ selection, limit }: Source): Reading<string[]> {
    const order = this.#order
    const edges: string[] = []
    let rest = selection
    for (let most = MAX_PART / 4; ; most = MAX_PART) {
      const part = partOf(rest, order)
      const ofEach = Math.max(4, Math.floor(most / part.combinations))
      const [end] = yield* rowsOf(part.end({ selection: rest, limit: ofEach }))
      const place = end && { at: end[0] as bigint, pos: end[1] as bigint }
      const selection = place ? onward(rest, place, opposite(order), true) : rest
      const source = { selection, limit: limit - edges.length }
      edges.push(...(yield* edgesIn(partOf(selection, order), source, ofEach * part.combinations)))
      if (!place || edges.length >= limit) return edges
      rest = onward(rest, place, order)
    }
  }
}

/** Returns the way to read the parts of a selection. Each has other bounds, and may have a shape of its own. */
function partOf(selection: Selection, order: Order): Sort {
  return planOf({ selection, limit: 0 }, order).part
}

function* edgesIn(sort: Sort, source: Source, maxRows: number): Reading<string[]> {
  const [[edges] = []] = yield* rowsOf(sort.rows(source, maxRows))
  return edgesOf(edges)
}

function edgesOf(lines: unknown): string[] {
  return typeof lines === 'string' ? lines.split('\n') : []
}
