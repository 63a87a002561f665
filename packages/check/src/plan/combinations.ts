import { testing } from '../contract/operations.ts'
import type { Params } from '../log/exchange.ts'
import { conflictsAmong, expected, type Subject } from '../records/expected.ts'
import type { Inspection } from './inspection.ts'
import { pivots, type Sample, samplesAround, spread } from './samples.ts'

/** Records beyond the diverse ones that may give the values. */
const MAX_MORE = 20

/**
 * Parameters in twos, in threes and all together: filters combine with and, paging counts the records that they leave.
 * The values are such that the response would differ without any one of the parameters, as far as the records have some.
 */
export function* combinations(inspection: Inspection): Generator<Params> {
  const { operation, optional, list, edges, widest } = inspection
  if (edges.length === 0) return inspection.notCovered('no records were found')
  const records = new Set([...pivots(inspection), ...spread(edges, MAX_MORE)])
  const samples = [...records].map(edge => samplesAround(inspection, edge))
  const totals = testing(operation, 'totals')
  const names = optional.map(({ name }) => name)
  const filters = optional.filter(({ filter }) => filter).map(({ name }) => name)
  for (const chosen of [...subsets(names, 2), ...subsets(names, 3), filters]) {
    if (conflictsAmong(chosen).length > 0) continue
    // The comparison of records across responses shows the effect of parameters that change their fields.
    const undecided = new Set(chosen.filter(name => !totals.some(each => each.name === name)))
    let isFirst = true
    for (const values of assignments(chosen, samples)) {
      const params = { ...widest, ...values }
      const decided = [...undecided].filter(name => matters(list, params, name))
      for (const name of decided) undecided.delete(name)
      if (isFirst || decided.length > 0) yield params
      isFirst = false
      if (undecided.size === 0) break
    }
  }
}

function subsets<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, place) =>
    subsets(items.slice(place + 1), size - 1).map(others => [item, ...others]),
  )
}

/** Values for parameters: all from one record, first those that find it; then from records that differ. */
function* assignments(names: readonly string[], samples: readonly Sample[][]): Generator<Params> {
  for (const distance of [0, 1, 3])
    for (const place of samples.keys()) {
      const values = names.map((name, index) => {
        const around = samples[(place + index * distance) % samples.length] ?? []
        return around.filter(({ parameter }) => parameter.name === name)
      })
      for (const turn of [0, 1, 2])
        if (values.every(own => own.length > 0))
          yield Object.fromEntries(values.map((own, index) => [names[index], (own[turn] ?? own[0])?.value]))
    }
}

/** Returns true if the response would differ without the parameter. */
function matters(list: Subject, params: Params, name: string): boolean {
  const { [name]: _, ...others } = params
  const [one, other] = [params, others].map(each => {
    const { hasNextPage, hasPreviousPage, rows } = expected(list, each)
    return [hasNextPage, hasPreviousPage, ...rows.map(({ cursor }) => cursor)].join()
  })
  return one !== other
}
