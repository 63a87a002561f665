import { LRUCache } from 'lru-cache'
import { indexesOf } from './indexes.ts'
import type { Reading } from './reading.ts'
import { type Order, onward, type Selection, shapeOf } from './selection.ts'
import { COUNTED, Sort } from './sort.ts'
import type { Source } from './template.ts'
import { type EdgeExpression, type Edges, Walk } from './walk.ts'

/**
 * How the first rows of a selection are read. Each step runs only if the one before it does not answer.
 *
 *     operations/list*.ts   the filters of a request
 *       operations/page.ts  the selection, its bounds by the cursor, the response
 *         planOf()          the plan of the shape: its indexes and statements, made once
 *           1. Walk         The first rows of the best index with few ranges, in the order of the list, each tested. If the
 *                           index has all filters, they are the page.
 *           2. Sort.count   The walk tells how many rows the page is expected to take. If counting up to a limit takes less
 *                           time, each index counts its rows.
 *           3. Sort         If one has few, all of them are read, tested and sorted.
 *           4. Walk         Else the next rows follow as in step 1.
 *
 * `Walk` and `Sort` are the two ways to read. Readings yield their statements to the reader of a database. Each says its
 * weight, so that the reader of SQLite serves other requests between the large ones.
 */

/** Maximum number of index ranges that a walk merges. */
const MAX_MERGED = 16
/** Maximum number of combinations of values that a sort seeks by. */
const MAX_SEEKS = 1024
/** The limit of the counts, in rows that are tested in the index. */
const FEW = 8192
/** Numbers of rows of a step. */
const MIN_STEP = 128
const MAX_STEP = 2048

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
  readonly #walk: Walk
  /** Those by the indexes that may have few rows. */
  readonly #sorts: readonly Sort[]

  constructor(selection: Selection, order: Order, expression?: EdgeExpression) {
    // The rows of a longer index are among those of a shorter one. Fewer combinations take less time.
    const indexes = indexesOf(selection, order).toSorted(
      (one, other) => other.columns.length - one.columns.length || one.combinations - other.combinations,
    )
    const best = indexes.find(({ isInOrder, combinations }) => isInOrder && combinations <= MAX_MERGED)!
    const usable = indexes.filter(({ combinations }) => combinations <= MAX_SEEKS)
    const longest = usable.filter(
      ({ columns }, at) =>
        columns.length > 0 &&
        !usable.slice(0, at).some(longer => columns.every(column => longer.columns.includes(column))),
    )
    this.#order = order
    this.#walk = new Walk(best, expression)
    this.#sorts = longest.map(index => new Sort(index))
  }

  /** Reads the first rows of a selection of the shape. */
  *edges(request: Source): Reading<Edges> {
    const { selection, limit } = request
    let plan: Plan = this
    let rest = selection
    let text = ''
    let count = 0
    let passes = Math.min(Math.max(MIN_STEP, 2 * limit), MAX_STEP)
    for (let isCounted = false; ; ) {
      const step = yield* plan.#walk.read({ ...request, selection: rest, limit: limit - count, passes })
      if (step.count > 0) text += (count > 0 ? ',' : '') + step.text
      count += step.count
      if (!step.end) return { text, count }
      // The next rows are expected to be like these.
      const expected = (passes * (limit - count)) / step.count
      if (!isCounted && expected * plan.#walk.weight > FEW / COUNTED) {
        isCounted = true
        const [sort, rows] = yield* this.#fewest(selection)
        if (sort) return yield* sort.read({ ...request, passes: rows })
      }
      passes = Math.min(Math.max(MIN_STEP, 2 * Math.ceil(expected)), 4 * passes, MAX_STEP)
      rest = onward(rest, step.end, this.#order)
      plan = planOf(rest, this.#order)
    }
  }

  /** Counts the rows of each index up to a limit. Returns the one that takes the least time, and its number of rows. */
  *#fewest(selection: Selection): Reading<[sort: Sort | undefined, rows: number]> {
    const counted = yield this.#sorts.map(sort => sort.count(selection, FEW / sort.weight + 1))
    const found = this.#sorts.map((sort, at) => {
      const rows = Number(counted[at]?.[0]?.[0])
      return { sort, rows, weight: rows * sort.weight }
    })
    const [least] = found
      .filter(({ weight }) => weight <= FEW)
      .toSorted((one, other) => one.weight - other.weight)
    return [least?.sort, least?.rows ?? 0]
  }
}
