import type { Inspection } from '../inspection.ts'
import { samplesOf } from '../model/expected.ts'
import { featuresOf, mostDiverse } from '../search/diversity.ts'
import type { Edge } from '../search/page.ts'

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
  const { all } = inspection.list
  const { edges } = all
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
export function samplesAround({ list, optional }: Inspection, { node, cursor }: Edge): Sample[] {
  return optional.flatMap(({ name, schema }) => {
    const values =
      name in list.meaning.filters ? samplesOf(list, name, node) : pagingSample(name, schema, cursor)
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
