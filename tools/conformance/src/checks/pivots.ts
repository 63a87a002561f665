import type { Edge } from '../findings/page.ts'
import type { Inspection } from '../inspection.ts'
import { samplesOf } from '../model/expected.ts'
import type { Params } from '../service/exchange.ts'

/** A value of a parameter that has to do with some record. */
export interface Sample {
  readonly name: string
  readonly value: string
}

/** A few records from all over the list: its first, its last, three between them, and the richest. */
export function pivots(inspection: Inspection): Edge[] {
  const { edges } = inspection.list.all
  const between = [1, 2, 3].map(quarter => edges[Math.floor((quarter * edges.length) / 4)])
  return [...new Set([edges[0], ...between, edges.at(-1), richest(inspection)])].filter(
    edge => edge !== undefined,
  )
}

/** The record that gives values for the most parameters, one of the middle if it can be. */
export function richest(inspection: Inspection): Edge | undefined {
  const { edges } = inspection.list.all
  const half = Math.floor(edges.length / 2)
  let best: { readonly edge: Edge; readonly names: number } | undefined
  for (const edge of [...edges.slice(half), ...edges.slice(0, half)]) {
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
  if (schema === 'PageSize') return ['2']
  return name === 'pagination.newestFirst' ? ['false'] : []
}

/** Distinct requests, each once. */
export function distinct(requests: readonly Params[]): Params[] {
  return [...new Map(requests.map(params => [JSON.stringify(params), params])).values()]
}
