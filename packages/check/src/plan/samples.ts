import { optionalFilter, samplesOf } from '../records/filters.ts'
import type { Edge } from '../records/page.ts'
import { featuresOf, mostDiverse } from './diversity.ts'
import type { Inspection } from './inspection.ts'

/** A value of a parameter that has to do with some record. */
export interface Sample {
  readonly name: string
  readonly value: string
}

const MAX_DIVERSE = 8

/**
 * A few records to try parameters with: the first, the last, the one that gives values for the most parameters, and
 * those that differ most in their states and optional fields.
 */
export function pivots(inspection: Inspection): Edge[] {
  const { edges } = inspection.list.all
  const diverse = mostDiverse(middleFirst(edges), ({ node }) => featuresOf(node), MAX_DIVERSE)
  const some = new Set([edges[0], edges.at(-1), richest(inspection), ...diverse])
  return [...some].filter(edge => edge !== undefined)
}

/** The record that gives values for the most parameters, one of the middle if it can be. */
export function richest(inspection: Inspection): Edge | undefined {
  let best: { readonly edge: Edge; readonly names: number } | undefined
  for (const edge of middleFirst(inspection.list.all.edges)) {
    const names = new Set(samplesAround(inspection, edge).map(({ name }) => name)).size
    if (names > (best?.names ?? 0)) best = { edge, names }
    if (names === inspection.optional.length) break
  }
  return best?.edge
}

/** Values of every optional parameter that have to do with a record, paging included. */
export function samplesAround({ list, optional, operation }: Inspection, { node, cursor }: Edge): Sample[] {
  return optional.flatMap(({ name, schema }) => {
    const filter = optionalFilter(operation, name)
    const values = filter ? samplesOf(filter, node, list.facts) : pagingSample(name, schema, cursor)
    return values.map(value => ({ name, value }))
  })
}

function pagingSample(name: string, schema: string | undefined, cursor: string): string[] {
  if (schema === 'Cursor') return [cursor]
  if (schema === 'PageSize') return ['2', '1']
  return name === 'pagination.newestFirst' ? ['false'] : []
}

function middleFirst(edges: readonly Edge[]): Edge[] {
  const half = Math.floor(edges.length / 2)
  return [...edges.slice(half), ...edges.slice(0, half)]
}
