import type { Inspection } from '../inspection.ts'
import { conflicts, expected, type KnownList } from '../model/expected.ts'
import type { Params } from '../service/exchange.ts'
import type { Check } from './check.ts'
import { distinct, pivots, type Sample, samplesAround } from './samples.ts'

/** Records beyond the diverse ones that may give the values. */
const MAX_MORE = 20

/**
 * Parameters in twos, in threes and all together: filters combine with and, paging counts what they leave. The values
 * are such that the response would differ without any one of the parameters.
 */
export const parameterCombinations: Check = {
  name: 'parameter combinations',
  operations: 'lists',
  async run(inspection) {
    const { optional, list, required, coverage, operation } = inspection
    const { edges } = list.all
    if (edges.length === 0) return inspection.notCovered('no records were found')
    const step = Math.ceil(edges.length / MAX_MORE)
    const more = edges.filter((_, place) => place % step === 0)
    const samples = [...new Set([...pivots(inspection), ...more])].map(edge =>
      samplesAround(inspection, edge),
    )
    const requests: Params[] = []
    const missing: string[] = []
    const combinations = combinationsOf(optional.map(({ name }) => name))
    for (const names of combinations) {
      const base = { ...required, ...list.meaning.widest }
      const choice = choose(list, names, base, samples)
      requests.push(...choice.requests)
      missing.push(...choice.undecided.map(name => `${name} beside ${without(names, name).join(' and ')}`))
    }
    coverage.noteCombinations(operation, combinations.flat().length, missing)
    await inspection.each(distinct(requests), params => inspection.compare(params))
    const together = allTogether(inspection, samples.slice(0, pivots(inspection).length))
    await inspection.each(distinct(together), params => inspection.compare(params))
  },
}

/** All pairs and triples of parameters that may be given together. */
function combinationsOf(names: readonly string[]): string[][] {
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map(other => [one, other]))
  const triples = pairs.flatMap(pair =>
    names.slice(names.indexOf(pair[1] as string) + 1).map(third => [...pair, third]),
  )
  const isAllowed = (chosen: readonly string[]) =>
    !conflicts.some(pair => pair.every(name => chosen.includes(name)))
  return [...pairs, ...triples].filter(isAllowed)
}

/** Requests that together show the effect of each of the parameters, as far as any values of the samples do. */
function choose(list: KnownList, names: readonly string[], base: Params, samples: readonly Sample[][]) {
  // The comparison of records across responses shows the effect of what changes their fields.
  const undecided = new Set(names.filter(name => !list.meaning.shapedBy?.includes(name)))
  const requests: Params[] = []
  for (const params of assignments(names, base, samples)) {
    const before = requests.length === 0 ? Infinity : undecided.size
    for (const name of undecided) if (matters(list, params, name)) undecided.delete(name)
    if (undecided.size < before) requests.push(params)
    if (undecided.size === 0) break
  }
  return { requests, undecided: [...undecided] }
}

/** How far apart the records are that give the values of a request. */
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

/** Whether the response would differ without the parameter. */
function matters(list: KnownList, params: Params, name: string): boolean {
  const { [name]: _, ...others } = params
  const [one, other] = [expected(list, params), expected(list, others)]
  if ('refused' in one || 'refused' in other) return 'refused' in one !== 'refused' in other
  return (
    one.hasNextPage !== other.hasNextPage ||
    one.hasPreviousPage !== other.hasPreviousPage ||
    one.rows.length !== other.rows.length ||
    one.rows.some((edge, place) => edge !== other.rows[place])
  )
}

/** All filters in one request, without paging, forwards and backwards. */
function allTogether({ required, list }: Inspection, samples: readonly Sample[][]): Params[] {
  return samples.flatMap(around => {
    const filters = around.filter(({ name }) => name in list.meaning.filters)
    const params = { ...required, ...Object.fromEntries(filters.map(({ name, value }) => [name, value])) }
    const cursor = around.find(({ name }) => name === 'pagination.after')?.value ?? ''
    return [
      params,
      { ...params, 'pagination.first': '1', 'pagination.newestFirst': 'false' },
      { ...params, 'pagination.last': '2', 'pagination.before': cursor },
    ]
  })
}

function without(names: readonly string[], name: string): string[] {
  return names.filter(other => other !== name)
}
