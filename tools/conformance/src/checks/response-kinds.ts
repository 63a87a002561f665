import type { Inspection, RequestDetails } from '../inspection.ts'
import type { Exchange } from '../service/exchange.ts'

/** A request that gets a response of its own kind. */
export interface ResponseKind {
  readonly status: number
  readonly details: RequestDetails
}

/** Requests that together get every status that a check can provoke, from a plain response on. */
export function responseKinds({ headers }: Exchange): ResponseKind[] {
  const height = headers.get('x-block-height') ?? ''
  const tag = headers.get('etag')
  return [
    { status: 200, details: {} },
    ...(tag === null ? [] : [{ status: 304, details: { headers: { 'if-none-match': tag } } }]),
    { status: 400, details: { query: 'noSuchParameter=1' } },
    { status: 404, details: { beyond: '/no-such-path' } },
    { status: 405, details: { method: 'POST' } },
    ...(/^\d{1,18}$/.test(height) ? [{ status: 503, details: unreached(height) }] : []),
  ]
}

/** A request for a block that no network reaches during a run. */
export function unreached(height: string): RequestDetails {
  const headers = { 'X-Min-Block-Height': String(BigInt(height) + 1_000_000n) }
  return { headers, patient: false, expectedStatus: 503 }
}

/** Sends a request of the kind; `more` headers are sent beside its own. */
export function askFor(inspection: Inspection, { details }: ResponseKind, more = {}): Promise<Exchange> {
  return inspection.ask(inspection.required, { ...details, headers: { ...details.headers, ...more } })
}
