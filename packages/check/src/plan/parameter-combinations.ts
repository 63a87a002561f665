import type { Params } from '../log/exchange.ts'
import { conflicts, expected, type KnownList, refusal } from '../records/expected.ts'
import { optionalFilter } from '../records/filters.ts'
import type { Inspection } from './inspection.ts'
import { pivots, type Sample, samplesAround } from './samples.ts'

/** Records beyond the diverse ones that may give the values. */
const MAX_MORE = 20

/**
 * Parameters in twos, in threes and all together: filters combine with and, paging counts the records that they leave.
 * The values are such that the response would differ without any one of the parameters.
 */
export function parameterCombinations(inspection: Inspection): Params[] {
  const { optional, list, widest, operation } = inspection
  const { edges } = list.all
  if (edges.length === 0) {
    inspection.notCovered('no records were found')
    return []
  }
  const step = Math.ceil(edges.length / MAX_MORE)
  const more = edges.filter((_, place) => place % step === 0)
  const samples = [...new Set([...pivots(inspection), ...more])].map(edge => samplesAround(inspection, edge))
  const combinations = [
    ...combinationsOf(optional.map(({ name }) => name)),
    optional.map(({ name }) => name).filter(name => optionalFilter(operation, name)),
  ]
  return combinations.flatMap(names => choose(list, names, widest, samples))
}

/** All pairs and triples of parameters that may be given together. */
function combinationsOf(names: readonly string[]): string[][] {
  const pairs = names.flatMap((first, index) => names.slice(index + 1).map(second => [first, second]))
  const triples = pairs.flatMap(pair =>
    names.slice(names.indexOf(pair[1] as string) + 1).map(third => [...pair, third]),
  )
  const isAllowed = (chosen: readonly string[]) =>
    !conflicts.some(pair => pair.every(name => chosen.includes(name)))
  return [...pairs, ...triples].filter(isAllowed)
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

/** The distances between the records that give the values of a request. */
const DISTANCES = [0, 1, 3]

/** Values for parameters: all from one record, first the ones that find it; then from records that differ. */
function* assignments(
  names: readonly string[],
  base: Params,
  samples: readonly Sample[][],
): Generator<Params> {
  for (const distance of DISTANCES) {
    for (const turn of distance === 0 ? [0, 1] : [0]) {
      for (const place of samples.keys()) {
        const pairs = names.map((name, index) => {
          const around = samples[(place + index * distance) % samples.length] ?? []
          const some = around.filter(sample => sample.name === name)
          return some[Math.min(turn, some.length - 1)]
        })
        if (!pairs.every(pair => pair !== undefined)) continue
        yield { ...base, ...Object.fromEntries(pairs.map(({ name, value }) => [name, value])) }
      }
    }
  }
}

/** Returns true if the response would differ without the parameter. */
function matters(list: KnownList, params: Params, name: string): boolean {
  const { [name]: _, ...others } = params
  const [isRefused, wasRefused] = [params, others].map(each => refusal(list.operation, each).length > 0)
  if (isRefused || wasRefused) return isRefused !== wasRefused
  const [page, without] = [expected(list, params), expected(list, others)]
  return (
    page.hasNextPage !== without.hasNextPage ||
    page.hasPreviousPage !== without.hasPreviousPage ||
    page.rows.length !== without.rows.length ||
    page.rows.some((edge, place) => edge !== without.rows[place])
  )
}
