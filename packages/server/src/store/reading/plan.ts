import { LRUCache } from 'lru-cache'
import type { Place } from '../tables/cursor.ts'
import { distantRange } from './distance-ranges.ts'
import { type Index, indexesOf } from './indexes.ts'
import type { Reading } from './reading.ts'
import { type Order, onward, opposite, type Selection, shapeOf } from './selection.ts'
import { COUNTED, Sort } from './sort.ts'
import type { Source, Template } from './template.ts'
import { type EdgeExpression, testedWalkOf, walkOf } from './walk.ts'

/**
 * How the first rows of a selection are read. Each step runs only if the one before it does not answer.
 *
 *     operations/list*.ts     the filters of a request
 *       operations/page.ts    the selection, its bounds by the cursor, the response
 *         planOf()            the plan of the shape: its indexes and statements, made once
 *           1. page           An index with few ranges has all filters: its first rows are the page.
 *           2. walk           Else the first rows of the best index with few ranges, in the order of the list, each tested.
 *                             They say how many rows the page is expected to take.
 *           3. Sort.count     If counting up to a limit takes less time, each index counts its rows. The fewest are read at
 *                             once, tested and sorted.
 *           4. walk, Sort.end If all have more, or the page is near: the next rows as in step 2, or a part of the list with
 *                             some rows of each combination of rare values, tested and sorted.
 *
 * `walk` and `Sort` are the two ways to read. Readings yield their statements to the reader of a database. Each says its
 * weight, so that the reader of SQLite serves other requests between the large ones.
 */

/** Maximum number of index ranges that a statement merges. */
const MAX_MERGED = 16
/** Maximum number of combinations of values that a statement seeks by. */
const MAX_SEEKS = 1024
/** The same for a part of a list, which has some rows of each. */
const MAX_COMBINATIONS = 128
/** The limits of the counts, in rows that are tested in the index. Each count takes about as long as the step before it. */
const COUNTS = [2048, 8192]
/** Maximum number of rows of a step. */
const MAX_STEP = 2048
/** Number of rows in the order of the list that take as long as a part of it. */
const NEAR = 512

const plans = new LRUCache<string, Plan>({ max: 1000 })

/** Returns the plan for all selections of a shape, in the order of the list or its opposite. */
export function planOf(selection: Selection, order: Order, expression?: EdgeExpression): Plan {
  const shape = `${order}${expression ? '+' : ''}${shapeOf(selection)}`
  const known = plans.get(shape)
  if (known) return known
  const plan = new Plan(selection, order, expression)
  plans.set(shape, plan)
  return plan
}

class Plan {
  readonly #order: Order
  /** Reads the page by an index with all filters and few ranges. */
  readonly #page: Template | undefined
  /** Reads the first rows of the best index with few ranges, and tests them. */
  readonly #walk: Template
  /** Reads parts of the list by a better index, which has many ranges. */
  readonly #parts: Sort | undefined
  readonly #combinations: number
  /** Reads all rows of an index that may have few. */
  readonly #sorts: readonly Sort[]

  constructor(selection: Selection, order: Order, expression?: EdgeExpression) {
    const classes = selection.table.distance?.classes ?? ''
    const indexes = indexesOf(selection, order)
    const inOrder = indexes.filter(
      ({ columns, combinations }) => !columns.includes(classes) && combinations <= MAX_COMBINATIONS,
    )
    const best = inOrder
      .filter(({ combinations }) => combinations <= MAX_MERGED)
      .reduce((one, other) => (isBetter(other, one) ? other : one))
    // A table names the columns with rare values first.
    const rarest = inOrder.reduce((one, other) => (other.columns.length > one.columns.length ? other : one))
    const usable = indexes.filter(
      ({ columns, combinations }) => columns.length > 0 && combinations <= MAX_SEEKS,
    )
    const isWithin = (one: Index, other: Index) =>
      other.columns.length > one.columns.length && one.columns.every(column => other.columns.includes(column))
    const isWhole = !distantRange(selection) && selection.anyOf.size === best.columns.length
    this.#order = order
    this.#page = isWhole ? walkOf(best, expression) : undefined
    this.#walk = testedWalkOf(best)
    this.#parts = rarest.combinations > MAX_MERGED ? new Sort(rarest) : undefined
    this.#combinations = rarest.combinations
    // The rows of a longer index are among those of a shorter one.
    this.#sorts = usable
      .filter(one => !usable.some(other => isWithin(one, other)))
      .map(index => new Sort(index))
  }

  /** Reads the first rows of a selection of the shape. */
  *edges(request: Source): Reading<Edges> {
    if (this.#page) return edgesOf(yield* this.#page.read(request))
    const { selection, limit } = request
    const passes = Math.min(Math.max(128, 2 * limit), MAX_STEP)
    let step = yield* this.#walked({ ...request, passes })
    let { text, count } = step
    for (let passed = passes, counts = this.#sorts.length > 0 ? COUNTS : []; step.end && count < limit; ) {
      // The rest of the list is expected to be like these rows.
      const expected = (passed * (limit - count)) / count
      const [most] = counts
      if (most !== undefined && expected > most / COUNTED) {
        counts = counts.slice(1)
        const [sort, passes] = yield* this.#fewest(selection, most)
        if (sort) return edgesOf(yield* sort.rows.read({ ...request, passes }))
      }
      const rest = onward(selection, step.end, this.#order)
      const left = { ...request, selection: rest, limit: limit - count, passes: MAX_STEP }
      const plan = planOf(rest, this.#order)
      step = yield* expected <= NEAR ? plan.#walked(left) : plan.#part(left)
      passed += MAX_STEP
      if (step.count > 0) text += (count > 0 ? ',' : '') + step.text
      count += step.count
    }
    return { text, count }
  }

  /** Counts the rows of each index up to a limit. Returns the one that takes the least time, and its number of rows. */
  *#fewest(selection: Selection, most: number): Reading<[sort: Sort | undefined, rows: number]> {
    const counted = yield this.#sorts.map(({ count, weight }) => {
      const limit = most / weight + 1
      return count.statement({ selection, limit })
    })
    const weights = counted.map(([row], at) => Number(row?.[0]) * (this.#sorts[at]?.weight ?? 1))
    const least = Math.min(...weights)
    const sort = least <= most ? this.#sorts[weights.indexOf(least)] : undefined
    return [sort, least / (sort?.weight ?? 1)]
  }

  *#walked(source: Source): Reading<Step> {
    const rows = yield* this.#walk.read(source)
    const [at, pos] = (rows[0]?.[2] as string | null)?.split(' ').map(BigInt) ?? []
    return { ...edgesOf(rows), end: at !== undefined && pos !== undefined ? { at, pos } : undefined }
  }

  *#part(source: Source): Reading<Step> {
    if (!this.#parts) return yield* this.#walked(source)
    const { selection, passes = 0 } = source
    const limit = Math.max(4, Math.floor(passes / this.#combinations))
    const [row]: unknown[][] = yield* this.#parts.end.read({ selection, limit })
    const end: Place | undefined = row && { at: row[0] as bigint, pos: row[1] as bigint }
    const part = end ? onward(selection, end, opposite(this.#order), true) : selection
    // Its bounds may be of another shape.
    const { rows } = planOf(part, this.#order).#parts ?? this.#parts
    return { ...edgesOf(yield* rows.read({ ...source, selection: part })), end }
  }
}

/** The edges of some rows at the start of a list, and the place of the last row; undefined at the end of the list. */
interface Step extends Edges {
  readonly end: Place | undefined
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
