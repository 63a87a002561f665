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
  const { edges } = inspection
  const half = Math.floor(edges.length / 2)
  const middleFirst = [...edges.slice(half), ...edges.slice(0, half)]
  const diverse = mostDiverse(
    middleFirst,
    edge => [
      ...samplesAround(inspection, edge).map(({ parameter }) => parameter.name),
      ...featuresOf(edge.node),
    ],
    MAX_DIVERSE,
  )
  return [...new Set([...diverse, ...edges.slice(0, 1), ...edges.slice(-1)])]
}

/** Values of every optional parameter that have to do with a record, paging included. */
export function samplesAround({ list, optional }: Inspection, { node, cursor }: Edge): Sample[] {
  return optional.flatMap(parameter => {
    const values = parameter.filter
      ? samplesOf(parameter, node, list.store)
      : pagingSamples(parameter, cursor)
    return values.map(value => ({ parameter, value }))
  })
}

function pagingSamples({ name, schema: { named } }: Parameter, cursor: string): string[] {
  if (named === 'Cursor') return [cursor]
  if (named === 'PageSize') return ['2', '1', '5000']
  return name === 'pagination.newestFirst' ? ['false'] : []
}

/** The values of a parameter that find a record of the list, each once. */
export function valuesOf({ edges, list }: Inspection, parameter: Parameter): string[] {
  const samples = edges.map(({ node }) => samplesOf(parameter, node, list.store)[0])
  return [...new Set(samples.filter(value => value !== undefined))]
}

/** Each filter with a value of the record that has the most fields, one of the middle if it can be. */
export function someFilters(inspection: Inspection): Params[] {
  const [richest] = pivots(inspection)
  const samples = richest ? samplesAround(inspection, richest) : []
  return samples.filter(each => each.parameter.filter).map(each => ({ [each.parameter.name]: each.value }))
}

/**
 * The features of a record: its fields; those of their values that mean something of their own (names of an enum, true and
 * false, empty, zero); and pairs of its names: a rejected unlink is neither any unlink nor any rejection.
 */
export function featuresOf(record: Json): string[] {
  const features = fieldsIn(record).map(([path, value]) => {
    const isEmptyList = Array.isArray(value) && value.length === 0
    const isTelling = typeof value !== 'object' && /^([A-Z][A-Z0-9_]*|true|false|0|)$/.test(String(value))
    return isEmptyList || isTelling ? `${path}=${value}` : path
  })
  const names = features.filter(feature => /=[A-Z]/.test(feature))
  return [...features, ...names.flatMap((one, place) => names.slice(place + 1).map(other => one + other))]
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

/** About so many items at most: the first half of that, and others from all over the rest. */
export function spread<Item>(items: readonly Item[], most: number): Item[] {
  const half = Math.floor(most / 2)
  const step = Math.ceil((items.length - half) / (most - half))
  return items.filter((_, place) => place < half || (place - half) % step === 0)
}
