import { LRUCache } from 'lru-cache'
import type { Place } from '../tables/cursor.ts'
import { distantRange } from './distance-ranges.ts'
import { type Index, indexesOf } from './indexes.ts'
import type { Reading } from './reading.ts'
import { type Order, onward, opposite, type Selection, shapeOf } from './selection.ts'
import { Sort } from './sort.ts'
import type { Source, Template } from './template.ts'
import { type Form, passedBy, testedWalkOf, walkOf } from './walk.ts'

/**
 * How the first rows of a selection are read. Each step runs only if the one before it does not answer.
 *
 *     operations/list*.ts     the filters of a request
 *       operations/page.ts    the selection, its bounds by the cursor, the response
 *         planOf()            the plan of the shape: its indexes and statements, made once
 *           1. walk           The best index has few ranges: its first rows in the order of the list, each tested. If it
 *                             has all filters, they are the page.
 *           2. Sort.end       It has many: a part of the list with some rows of each, tested and sorted.
 *           3. Sort.count     Each index counts its rows up to a limit. The fewest are read at once, tested and sorted.
 *           4. Sort.end       All have more: one part of the list after another, as in step 2.
 *
 * `walk` and `Sort` are the two ways to read. Readings yield their statements to the reader of a database. Each says how
 * many rows it passes at most, so that the reader of SQLite serves other requests between the large ones.
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
const STORED: Form = { separator: ',' }

/** Returns the plan for all selections of a shape, in the order of the list or its opposite. */
export function planOf(selection: Selection, order: Order, form = STORED): Plan {
  const shape = `${order}${form.separator}${form.edge ? '+' : ''}${shapeOf(selection)}`
  const known = plans.get(shape)
  if (known) return known
  const plan = new Plan(selection, order, form)
  plans.set(shape, plan)
  return plan
}

class Plan {
  readonly #order: Order
  readonly #form: Form
  /** Reads the first rows of the best index, if that has few ranges. */
  readonly #walk: Template | undefined
  /** Reads parts of the list by the index with the fewest rows: so many rows of each combination of its filter values. */
  readonly #part: Sort
  readonly #ofEach: number
  /** Reads all rows of an index that may have few. */
  readonly #sorts: readonly Sort[]

  constructor(selection: Selection, order: Order, form: Form) {
    const classes = selection.table.distance?.classes ?? ''
    const indexes = indexesOf(selection, order)
    const inOrder = indexes.filter(
      ({ columns, combinations }) => !columns.includes(classes) && combinations <= MAX_COMBINATIONS,
    )
    const best = inOrder.reduce((one, other) => (isBetter(other, one) ? other : one))
    // A table names the columns with rare values first.
    const rarest = inOrder.reduce((one, other) => (other.columns.length > one.columns.length ? other : one))
    const usable = indexes.filter(
      ({ columns, combinations }) => columns.length > 0 && combinations <= MAX_SEEKS,
    )
    const isWithin = (one: Index, other: Index) =>
      other.columns.length > one.columns.length && one.columns.every(column => other.columns.includes(column))
    const isWhole = !distantRange(selection) && selection.anyOf.size === best.columns.length
    const walk = isWhole ? walkOf : testedWalkOf
    this.#order = order
    this.#form = form
    this.#walk = best.combinations <= MAX_MERGED ? walk(best, form) : undefined
    this.#part = new Sort(rarest, form)
    this.#ofEach = Math.max(4, Math.floor(MAX_PART / rarest.combinations))
    // The rows of a longer index are among those of a shorter one.
    this.#sorts = usable
      .filter(one => !usable.some(other => isWithin(one, other)))
      .map(index => new Sort(index, form))
  }

  /** Reads the first rows of a selection of the shape. */
  *edges(source: Source): Reading<Edges> {
    if (this.#walk) {
      const rows = yield* this.#walk.read(source)
      const passed = rows[0]?.[2] ?? null
      if (passed === null || Number(passed) < passedBy(source.limit)) return edgesOf(rows)
    } else {
      const part = yield* this.#parts(source, 1)
      if (part.isWhole || part.count >= source.limit) return part
    }
    for (const most of this.#sorts.length > 0 ? [FEW, MAX_SORTED] : []) {
      const counted = yield this.#sorts.map(({ count }) => count.statement({ ...source, limit: most + 1 }))
      const counts = counted.map(rows => Number(rows[0]?.[0]))
      const least = Math.min(...counts)
      const sort = this.#sorts[counts.indexOf(least)]
      if (sort && least <= most) return edgesOf(yield* sort.rows.read(source, least))
    }
    return yield* this.#parts(source)
  }

  /**
   * Reads one part of the list after another.
   *
   * @param most maximum number of parts
   */
  *#parts(source: Source, most = Number.POSITIVE_INFINITY): Reading<Edges & { readonly isWhole: boolean }> {
    const texts: string[] = []
    let count = 0
    let rest: Selection | undefined = source.selection
    for (let parts = 0; parts < most && rest && count < source.limit; parts += 1) {
      const [end]: unknown[][] = yield* this.#of(rest).end.read({ selection: rest, limit: this.#ofEach })
      const place: Place | undefined = end && { at: end[0] as bigint, pos: end[1] as bigint }
      const part = place ? onward(rest, place, opposite(this.#order), true) : rest
      const left = { ...source, selection: part, limit: source.limit - count }
      const edges = edgesOf(yield* this.#of(part).rows.read(left, MAX_PART))
      if (edges.count > 0) texts.push(edges.text)
      count += edges.count
      rest = place && onward(rest, place, this.#order)
    }
    return { text: texts.join(this.#form.separator), count, isWhole: rest === undefined }
  }

  /** The statements for a part, whose bounds may be of another shape. */
  #of(part: Selection): Sort {
    return planOf(part, this.#order, this.#form).#part
  }
}

/** The first rows of a selection: their edges, joined, and their number. */
export interface Edges {
  readonly text: string
  readonly count: number
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
