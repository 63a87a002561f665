import type { Parameter } from '../contract/operations.ts'
import { fieldsIn, type Json } from '../json.ts'
import type { Params } from '../log/exchange.ts'
import { samplesOf } from '../records/filters.ts'
import type { Edge } from '../records/page.ts'
import type { Inspection } from './inspection.ts'

/** A value of a parameter that has to do with some record. */
export interface Sample {
  readonly parameter: Parameter
  readonly value: string
}

const MAX_DIVERSE = 9

/** A few records to try parameters with: the richest, those that differ most from it, the first and the last. */
export function pivots(inspection: Inspection): Edge[] {
  const { edges } = inspection.list.all
  const half = Math.floor(edges.length / 2)
  const middleFirst = [...edges.slice(half), ...edges.slice(0, half)]
  const featuresOfEdge = (edge: Edge) => [
    ...samplesAround(inspection, edge).map(({ parameter }) => parameter.name),
    ...featuresOf(edge.node),
  ]
  const some = new Set([...mostDiverse(middleFirst, featuresOfEdge, MAX_DIVERSE), edges[0], edges.at(-1)])
  return [...some].filter(edge => edge !== undefined)
}

/** Values of every optional parameter that have to do with a record, paging included. */
export function samplesAround({ list, optional }: Inspection, { node, cursor }: Edge): Sample[] {
  return optional.flatMap(parameter => {
    const values = parameter.filter
      ? samplesOf(parameter, node, list.facts)
      : pagingSamples(parameter, cursor)
    return values.map(value => ({ parameter, value }))
  })
}

function pagingSamples({ name, schema: { named } }: Parameter, cursor: string): string[] {
  if (named === 'Cursor') return [cursor]
  if (named === 'PageSize') return ['2', '1']
  return name === 'pagination.newestFirst' ? ['false'] : []
}

/** Each filter with a value of the record that has the most fields, one of the middle if it can be. */
export function someFilters(inspection: Inspection): Params[] {
  const [richest] = pivots(inspection)
  const samples = richest ? samplesAround(inspection, richest) : []
  return samples.filter(each => each.parameter.filter).map(each => ({ [each.parameter.name]: each.value }))
}

/**
 * The features of a record: its fields, and those of their values that mean something of their own (names of an enum,
 * true and false, empty, zero).
 */
function featuresOf(record: Json): string[] {
  return fieldsIn(record).map(([path, value]) => {
    const isEmptyList = Array.isArray(value) && value.length === 0
    const isTelling = typeof value !== 'object' && /^([A-Z][A-Z0-9_]*|true|false|0|)$/.test(String(value))
    return isEmptyList || isTelling ? `${path}=${value}` : path
  })
}

/** The features of a record and pairs of its enum values: a rejected unlink is neither any unlink nor any rejection. */
export function pairsOf(record: Json): string[] {
  const features = featuresOf(record)
  const names = features.filter(feature => /=[A-Z]/.test(feature))
  const pairs = names.flatMap((first, index) => names.slice(index + 1).map(second => `${first} ${second}`))
  return [...features, ...pairs]
}

/** Chooses items again and again: the one with the most features that none has yet. Items without any are left out. */
export function mostDiverse<Item>(
  items: readonly Item[],
  featuresOf: (item: Item) => readonly string[],
  most: number,
): Item[] {
  let left = items.map(item => ({ item, features: [...new Set(featuresOf(item))] }))
  const chosen: Item[] = []
  while (chosen.length < most) {
    left = left.filter(({ features }) => features.length > 0)
    const [best] = left.toSorted((one, other) => other.features.length - one.features.length)
    if (!best) break
    chosen.push(best.item)
    const covered = new Set(best.features)
    left = left.map(({ item, features }) => ({ item, features: features.filter(each => !covered.has(each)) }))
  }
  return chosen
}

/** At most so many items: the first half are the first ones, the others come from all over the rest. */
export function spread<Item>(items: readonly Item[], most: number): Item[] {
  const half = Math.floor(most / 2)
  const step = Math.max(1, (items.length - half) / (most - half))
  const isChosen = (place: number) => Math.floor(place / step) > Math.floor((place - 1) / step)
  return items.filter((_, place) => place < half || isChosen(place - half))
}
