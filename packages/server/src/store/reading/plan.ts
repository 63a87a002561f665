import { LRUCache } from 'lru-cache'
import { distantRange } from './distance-ranges.ts'
import { type Index, indexesOf } from './indexes.ts'
import { type Reading, rowsOf } from './reading.ts'
import { type Order, onward, opposite, type Selection, shapeOf } from './selection.ts'
import { Sort } from './sort.ts'
import type { Source } from './template.ts'
import { type Form, passedBy, Walk } from './walk.ts'

/**
 * How the first rows of a selection are read. Each step runs only if the one before it does not answer.
 *
 *     operations/list*.ts     the filters of a request
 *       operations/page.ts    the selection, its bounds by the cursor, the response
 *         planOf()            the plan of the shape: its indexes and statements, made once
 *           1. Walk           The best index has few ranges: its first rows in the order of the list, each tested. If it
 *                             has all filters, they are the page.
 *           2. Sort.end       It has many: the first rows of each, tested and sorted.
 *           3. Sort.count     Each index counts its rows up to a limit. The fewest are read at once, tested and sorted.
 *           4. Sort.end       All have more: the next parts of the list, as in step 2.
 *
 * Walk and Sort write the statements of the two ways to read. Readings yield them to the reader of a database. Each says
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
/** Maximum number of rows of a part. */
const MAX_PART = 2048

const plans = new LRUCache<string, Plan>({ max: 1000 })

/** Stored edges, as a page has them. */
const JOINED: Form = { separator: ',', edge: () => 'edge' }
/** The same, one in a line, to be taken apart. No edge has a line break. */
export const LINES: Form = { ...JOINED, separator: '\n' }

/** Returns the plan for all selections of a shape, in the order of the list or its opposite. */
export function planOf(selection: Selection, order: Order, form = JOINED): Plan {
  const shape = order + form.separator + shapeOf(selection)
  const known = plans.get(shape)
  if (known) return known
  const plan = new Plan(selection, order, form)
  plans.set(shape, plan)
  return plan
}

class Plan {
  readonly #order: Order
  readonly #form: Form
  /** True if the best index has all filters. */
  readonly #isWhole: boolean
  /** Reads the first rows of the best index, if that has few ranges. */
  readonly #walk: Walk | undefined
  /** Reads parts of the list by the best index. */
  readonly #part: Sort
  /** Reads all rows of an index that may have few. */
  readonly #sorts: readonly Sort[]

  constructor(selection: Selection, order: Order, form: Form) {
    const classes = selection.table.distance?.classes ?? ''
    const indexes = indexesOf(selection, order)
    const best = indexes
      .filter(({ columns, combinations }) => !columns.includes(classes) && combinations <= MAX_COMBINATIONS)
      .reduce((one, other) => (isBetter(other, one) ? other : one))
    const usable = indexes.filter(
      ({ columns, combinations }) => columns.length > 0 && combinations <= MAX_SEEKS,
    )
    const isWithin = (one: Index, other: Index) =>
      other.columns.length > one.columns.length && one.columns.every(column => other.columns.includes(column))
    this.#order = order
    this.#form = form
    this.#isWhole = !distantRange(selection) && selection.anyOf.size === best.columns.length
    this.#walk = best.combinations <= MAX_MERGED ? new Walk(best, form) : undefined
    this.#part = new Sort(best, form)
    // The rows of a longer index are among those of a shorter one.
    this.#sorts = usable
      .filter(one => !usable.some(other => isWithin(one, other)))
      .map(index => new Sort(index, form))
  }

  /** Reads the first rows of a selection of the shape. */
  *edges(source: Source): Reading<Edges> {
    const { selection, limit } = source
    if (this.#walk && this.#isWhole) return edgesOf(yield* rowsOf(this.#walk.page(source)))
    if (this.#walk) {
      const rows = yield* rowsOf(this.#walk.tested(source))
      const passed = rows[0]?.[2] as bigint | null
      if (passed === null || passed < passedBy(limit)) return edgesOf(rows)
    } else {
      const most = this.#isWhole ? limit * this.#part.combinations : passedBy(limit)
      const part = yield* this.#readPart(source, Math.min(most, MAX_SORTED))
      if (!part.rest || part.count >= limit) return part
    }
    for (const most of this.#sorts.length > 0 ? [FEW, MAX_SORTED] : []) {
      const counted = yield this.#sorts.map(sort => sort.count({ ...source, limit: most + 1 }))
      const counts = counted.map(rows => Number(rows[0]?.[0]))
      const least = Math.min(...counts)
      const sort = this.#sorts[counts.indexOf(least)]
      if (sort && least <= most) return edgesOf(yield* rowsOf(sort.rows(source, most)))
    }
    const texts: string[] = []
    let count = 0
    for (let rest: Selection | undefined = selection; rest && count < limit; ) {
      const left = { ...source, selection: rest, limit: limit - count }
      const part: Part = yield* planOf(rest, this.#order, this.#form).#readPart(left, MAX_PART)
      if (part.count > 0) texts.push(part.text)
      count += part.count
      rest = part.rest
    }
    return { text: texts.join(this.#form.separator), count }
  }

  /** @param most about the maximum number of rows of the index in the part */
  *#readPart(source: Source, most: number): Reading<Part> {
    const { selection } = source
    const { combinations } = this.#part
    const ofEach = Math.max(4, Math.floor(most / combinations))
    const [end] = yield* rowsOf(this.#part.end({ selection, limit: ofEach }))
    const place = end && { at: end[0] as bigint, pos: end[1] as bigint }
    const part = place ? onward(selection, place, opposite(this.#order), true) : selection
    const sort = planOf(part, this.#order, this.#form).#part
    const rows = yield* rowsOf(sort.rows({ ...source, selection: part }, ofEach * combinations))
    const edges = edgesOf(rows)
    return place ? { ...edges, rest: onward(selection, place, this.#order) } : edges
  }
}

/** The first rows of a selection: their edges, joined, and their number. */
export interface Edges {
  readonly text: string
  readonly count: number
}

/** The rows of a part of a list, and the selection beyond that part. */
interface Part extends Edges {
  readonly rest?: Selection
}

/** A longer index has fewer rows, and fewer combinations are cheaper. */
function isBetter({ columns, combinations }: Index, than: Index): boolean {
  if (columns.length !== than.columns.length) return columns.length > than.columns.length
  return combinations < than.combinations
}

function edgesOf([row = []]: readonly unknown[][]): Edges {
  const [text, count] = row as [string | null, bigint]
  return { text: text ?? '', count: Number(count) }
}
