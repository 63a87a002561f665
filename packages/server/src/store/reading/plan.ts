import { LRUCache } from 'lru-cache'
import { distantRange } from './distance-ranges.ts'
import { combinationsOf, covers, type Index, indexesOf } from './indexes.ts'
import { Merge, passedBy } from './merge.ts'
import { type Reading, rowsOf } from './reading.ts'
import { type Order, onward, opposite, type Selection, shapeOf } from './selection.ts'
import { Sort } from './sort.ts'
import type { Source } from './template.ts'
import { Window } from './window.ts'

/**
 * How the first rows of a selection are read. Each step runs only if the one before it does not answer.
 *
 *     operations/list*.ts     the filters of a request
 *       operations/page.ts    the selection, its bounds by the cursor, the response
 *         planOf()            the plan of the shape: its indexes and statements, made once
 *           1. Merge          An index has all filters: its first rows are the page.
 *           2. Merge          An index has some of them: its first rows, each tested, may fill the page. Dates of
 *                             the other time bound them by the classes that have rows.
 *           3. Sort           Each index counts its rows up to a limit. The fewest are read, tested and sorted.
 *           4. Window, Sort   All have more: the rows of one are read in parts of the list, each as in step 3.
 *
 * Each class writes the statements of one way to read. Readings yield them to the reader of a database. Each says how
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
/** Maximum number of rows of a part. The first part is smaller, since it may be enough. */
const MAX_PART = 2048
/** Limits of the known plans. A plan has statements with a placeholder for each value. */
const MAX_PLANS = 1000
const MAX_VALUES = 40_000

const plans = new LRUCache<string, Plan>({
  max: MAX_PLANS,
  maxSize: MAX_VALUES,
  sizeCalculation: ({ size }) => size,
})

/** Returns the plan for all selections of a shape, in the order of the list or its opposite. */
export function planOf(selection: Selection, order: Order): Plan {
  const shape = order + shapeOf(selection)
  const known = plans.get(shape)
  if (known) return known
  const plan = new Plan(selection, order)
  plans.set(shape, plan)
  return plan
}

export class Plan {
  /** The only step, if an index has all filters. */
  readonly whole: Merge | undefined
  /** Its number of values. */
  readonly size: number
  readonly #first: Merge | undefined
  readonly #sorts: readonly Sort[]
  readonly #window: Window
  readonly #part: Sort
  readonly #order: Order

  constructor(selection: Selection, order: Order) {
    const { table, anyOf } = selection
    const classes = table.distance?.classes ?? ''
    const by = (columns: readonly string[]): Index => ({ selection, columns, order })
    const count = (columns: readonly string[]) => combinationsOf(selection, columns)
    const indexes = indexesOf(selection)
    const mergeable = indexes.filter(columns => !columns.includes(classes) && count(columns) <= MAX_MERGED)
    const whole = distantRange(selection) ? undefined : mergeable.find(one => covers(selection, one))
    const best = (some: readonly (readonly string[])[]) =>
      some.toSorted((one, other) => other.length - one.length || count(one) - count(other))[0]
    const first = best(mergeable)
    const usable = indexes.filter(columns => columns.length > 0 && count(columns) <= MAX_SEEKS)
    // The rows of a longer index are among those of a shorter one.
    const rarest = usable.filter(
      one => !usable.some(other => other.length > one.length && one.every(column => other.includes(column))),
    )
    const part = by(
      best(
        usable.filter(one => one !== table.key && !one.includes(classes) && count(one) <= MAX_COMBINATIONS),
      ) ?? [],
    )
    this.size = [...anyOf.values()].reduce((sum, { length }) => sum + length, 8)
    this.whole = whole && new Merge(by(whole))
    this.#first = first && new Merge(by(first))
    this.#sorts = rarest.map(columns => new Sort(by(columns)))
    this.#window = new Window(part)
    this.#part = new Sort(part)
    this.#order = order
  }

  /** Reads the first rows of a selection of the shape, as edges, if no index has all filters. */
  *edges(source: Source): Reading<string[]> {
    if (this.#first) {
      const edges = edgesOf(yield* rowsOf(this.#first.tested(source)))
      if (edges.length >= source.limit) return edges
      const [[passed] = []] = yield* rowsOf(this.#first.count(source))
      if (Number(passed) < passedBy(source.limit)) return edges
    }
    for (const most of [FEW, MAX_SORTED]) {
      if (this.#sorts.length === 0) break
      const counts = (yield this.#sorts.map(sort => sort.count({ ...source, limit: most + 1 }))).map(rows =>
        Number(rows[0]?.[0]),
      )
      const least = Math.min(...counts)
      const sort = this.#sorts[counts.indexOf(least)]
      if (sort && least <= most) return edgesOf(yield* rowsOf(sort.rows(source, most)))
    }
    return yield* this.#inParts(source)
  }

  *#inParts({ selection, limit }: Source): Reading<string[]> {
    const order = this.#order
    const edges: string[] = []
    let rest = selection
    for (let most = MAX_PART / 4; ; most = MAX_PART) {
      const window = planOf(rest, order).#window
      const ofEach = window.ofEach(most)
      const [[at] = []] = yield* rowsOf(window.end({ selection: rest, limit: ofEach }))
      // The part has all rows of its last time.
      const end = typeof at === 'bigint' && { at, pos: order === 'DESC' ? -1n : LAST_POS }
      const part = end ? { ...rest, ...onward(rest, end, opposite(order)) } : rest
      const source = { selection: part, limit: limit - edges.length }
      edges.push(...edgesOf(yield* rowsOf(planOf(part, order).#part.rows(source, window.rowsOf(ofEach)))))
      if (!end || edges.length >= limit) return edges
      rest = { ...rest, ...onward(rest, end, order) }
    }
  }
}

const LAST_POS = 2n ** 63n - 1n

function edgesOf(rows: readonly unknown[][]): string[] {
  return rows.map(([edge]) => edge as string)
}
