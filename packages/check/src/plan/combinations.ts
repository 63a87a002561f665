import type { Parameter } from '../contract/operations.ts'
import type { Params } from '../log/exchange.ts'
import { conflictsAmong, expected, refusal, type Subject } from '../records/expected.ts'
import type { Inspection } from './inspection.ts'
import { pivots, type Sample, samplesAround, spread } from './samples.ts'

/** Records beyond the diverse ones that may give the values. */
const MAX_MORE = 20

/**
 * Parameters in twos, in threes and all together: filters combine with and, paging counts the records that they leave.
 * The values are such that the response would differ without any one of the parameters.
 */
export function* combinations(inspection: Inspection): Generator<Params> {
  const { optional, list, edges, widest } = inspection
  if (edges.length === 0) inspection.notCovered('no records were found')
  const records = new Set([...pivots(inspection), ...spread(edges, MAX_MORE)])
  const samples = [...records].map(edge => samplesAround(inspection, edge))
  const filters = optional.filter(({ filter }) => filter)
  for (const chosen of [...subsets(optional, 2), ...subsets(optional, 3), filters])
    if (conflictsAmong(chosen.map(({ name }) => name)).length === 0)
      yield* telling(list, chosen, widest, samples)
}

function subsets<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, place) =>
    subsets(items.slice(place + 1), size - 1).map(others => [item, ...others]),
  )
}

/** Requests that together show the effect of each of the parameters, as far as any values of the samples do. */
function* telling(
  list: Subject,
  parameters: readonly Parameter[],
  base: Params,
  samples: readonly Sample[][],
): Generator<Params> {
  // The comparison of records across responses shows the effect of parameters that change their fields.
  const undecided = new Set(parameters.filter(({ filter }) => filter?.tested !== 'totals'))
  let isFirst = true
  for (const values of assignments(parameters, samples)) {
    const params = { ...base, ...values }
    const decided = [...undecided].filter(({ name }) => matters(list, params, name))
    for (const parameter of decided) undecided.delete(parameter)
    if (isFirst || decided.length > 0) yield params
    isFirst = false
    if (undecided.size === 0) return
  }
}

/** The distances between the records that give the values of a request, and which of its values each gives. */
const TURNS = [
  { distance: 0, turn: 0 },
  { distance: 0, turn: 1 },
  { distance: 1, turn: 0 },
  { distance: 3, turn: 0 },
]

/** Values for parameters: all from one record, first the ones that find it; then from records that differ. */
function* assignments(parameters: readonly Parameter[], samples: readonly Sample[][]): Generator<Params> {
  for (const { distance, turn } of TURNS) {
    for (const place of samples.keys()) {
      const values = parameters.flatMap((parameter, index) => {
        const around = samples[(place + index * distance) % samples.length] ?? []
        const own = around.filter(sample => sample.parameter === parameter)
        const sample = own[Math.min(turn, own.length - 1)]
        return sample ? [[parameter.name, sample.value] as const] : []
      })
      if (values.length === parameters.length) yield Object.fromEntries(values)
    }
  }
}

/** Returns true if the response would differ without the parameter. */
function matters(list: Subject, params: Params, name: string): boolean {
  const { [name]: _, ...others } = params
  const [one, other] = [params, others].map(each => {
    if (refusal(list.operation, each).length > 0) return 'refused'
    const { hasNextPage, hasPreviousPage, rows } = expected(list, each)
    return [hasNextPage, hasPreviousPage, ...rows.map(({ cursor }) => cursor)].join()
  })
  return one !== other
}
