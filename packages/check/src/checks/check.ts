import type { Operation } from '../contract/operations.ts'
import type { Inspection } from '../inspection.ts'
import type { Params } from '../service/exchange.ts'

export interface Check {
  readonly name: string
  /** All operations, those with pages, or these. */
  readonly operations: 'all' | 'lists' | readonly string[]
  /** Runs for each of the ids that were chosen for the required parameters, not only for the first. */
  readonly everySubject?: true
  readonly run: (inspection: Inspection) => Promise<void>
}

export function concerns({ operations }: Check, { id, page }: Operation): boolean {
  if (operations === 'all') return true
  return operations === 'lists' ? page !== undefined : operations.includes(id)
}

/** Returns a check that compares the response to each request with the records of the list. */
export function compares(requestsOf: (inspection: Inspection) => readonly Params[]): Check['run'] {
  return inspection => inspection.each(distinct(requestsOf(inspection)), params => inspection.compare(params))
}

export interface Refusal {
  /** The reason, for the message. */
  readonly what: string
  readonly names: readonly string[]
  readonly params: Params
  /** Added to the query as it is. */
  readonly query?: string
}

/** Returns a check that each of these requests gets its 400. */
export function refuses(requestsOf: (inspection: Inspection) => readonly Refusal[]): Check['run'] {
  return inspection =>
    inspection.each(requestsOf(inspection), ({ what, names, params, query }) =>
      inspection.expectRefusal(what, names, params, query === undefined ? {} : { query }),
    )
}

function distinct(requests: readonly Params[]): Params[] {
  return [...new Map(requests.map(params => [JSON.stringify(params), params])).values()]
}
