import type { Params } from '../log/exchange.ts'
import { conflicts, expected, type KnownList, refusal } from '../records/expected.ts'
import { optionalFilter } from '../records/filters.ts'
import type { Inspection } from './inspection.ts'
import { pivots, type Sample, samplesAround, spread } from './samples.ts'

/** Records beyond the diverse ones that may give the values. */
const MAX_MORE = 20

/**
 * Parameters in twos, in threes and all together: filters combine with and, paging counts the records that they leave.
 * The values are such that the response would differ without any one of the parameters.
 */
export function parameterCombinations(inspection: Inspection): Params[] {
  const { optional, list, widest, operation } = inspection
  if (list.all.edges.length === 0) inspection.notCovered('no records were found')
  const records = new Set([...pivots(inspection), ...spread(list.all.edges, MAX_MORE)])
  const samples = [...records].map(edge => samplesAround(inspection, edge))
  const names = optional.map(({ name }) => name)
  const combinations = [...combinationsOf(names), names.filter(name => optionalFilter(operation, name))]
  return combinations.flatMap(chosen => choose(list, chosen, widest, samples))
}

/** All pairs and triples of parameters that may be given together. */
function combinationsOf(names: readonly string[]): string[][] {
  const pairs = names.flatMap((first, index) => names.slice(index + 1).map(second => [first, second]))
  const triples = pairs.flatMap(pair =>
    names.slice(names.indexOf(pair[1] as string) + 1).map(third => [...pair, third]),
  )
  return [...pairs, ...triples].filter(
    chosen => !conflicts.some(pair => pair.every(name => chosen.includes(name))),
  )
}

/** Requests that together show the effect of each of the parameters, as far as any values of the samples do. */
function choose(
  list: KnownList,
  names: readonly string[],
  base: Params,
  samples: readonly Sample[][],
): Params[] {
  // The comparison of records across responses shows the effect of parameters that change their fields.
  const undecided = new Set(names.filter(name => optionalFilter(list.operation, name)?.tested !== 'totals'))
  const requests: Params[] = []
  for (const params of assignments(names, base, samples)) {
    const before = requests.length === 0 ? Infinity : undecided.size
    for (const name of undecided) if (matters(list, params, name)) undecided.delete(name)
    if (undecided.size < before) requests.push(params)
    if (undecided.size === 0) break
  }
  return requests
}

/** The distances between the records that give the values of a request, and which of its values each gives. */
const TURNS = [
  { distance: 0, turn: 0 },
  { distance: 0, turn: 1 },
  { distance: 1, turn: 0 },
  { distance: 3, turn: 0 },
]

/** Values for parameters: all from one record, first the ones that find it; then from records that differ. */
function* assignments(names: readonly string[], base: Params, samples: readonly Sample[][]) {
  for (const { distance, turn } of TURNS) {
    for (const place of samples.keys()) {
      const values = names.map((name, index) => {
        const around = samples[(place + index * distance) % samples.length] ?? []
        const own = around.filter(sample => sample.name === name)
        return own[Math.min(turn, own.length - 1)]
      })
      const given = values.filter(value => value !== undefined)
      if (given.length < names.length) continue
      yield { ...base, ...Object.fromEntries(given.map(({ name, value }) => [name, value])) }
    }
  }
}

/** Returns true if the response would differ without the parameter. */
function matters(list: KnownList, params: Params, name: string): boolean {
  const { [name]: _, ...others } = params
  const [one, other] = [params, others].map(each => {
    const refused = refusal(list.operation, each)
    const { hasNextPage, hasPreviousPage, rows } = expected(list, each)
    return refused.length > 0
      ? 'refused'
      : [hasNextPage, hasPreviousPage, ...rows.map(({ cursor }) => cursor)].join()
  })
  return one !== other
}
