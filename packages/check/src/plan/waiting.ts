import { type Exchange, heightOf } from '../log/exchange.ts'
import type { Inspection } from './inspection.ts'
import { OTHER_TAG } from './protocol.ts'
import { NOBODY } from './spellings.ts'

/** The shortest wait, which every maximum allows. */
const WAIT = { prefer: 'wait=1' }
/** Each wait takes its time, so the check waits at one list and one record. */
const HELD = ['listStopOrders', 'getOrder']

/**
 * `Prefer: wait` holds a request until its response changes, or the time is up. A service need not support it: then it
 * responds at once, without `Preference-Applied`.
 */
export async function waitingRequests(inspection: Inspection): Promise<void> {
  const { required, operation } = inspection
  const plain = await inspection.ask(required)
  const tag = plain.headers.get('etag')
  if (plain.status !== 200 || tag === null) return inspection.notCovered('no response with an ETag was found')
  for (const prefer of ['wait', 'wait=-1', 'wait=soon', 'respond-async'])
    await expectServed(inspection, { prefer, 'if-none-match': tag })
  // A single order without a tag may be waited for.
  await expectServed(inspection, { ...WAIT, ...(operation.page === undefined && { 'if-none-match': '*' }) })
  await expectServed(inspection, { ...WAIT, 'if-none-match': OTHER_TAG })
  const expects = { what: 'a bad request with Prefer', status: 400 }
  const headers = { ...WAIT, 'if-none-match': tag }
  await inspection.ask(required, { query: 'noSuchParameter=1', headers, expects })
  if (!HELD.includes(operation.id)) return
  const held = await expectServed(inspection, headers)
  await inspection.ask(required)
  const next = { ...WAIT, 'x-min-block-height': String((heightOf(held) ?? 0n) + 1n) }
  await inspection.ask(required, { headers: next })
  if (!held.headers.has('preference-applied')) inspection.notCovered('the service does not wait for changes')
  else if (operation.id === 'getOrder') await expectHeldNotFound(inspection)
}

async function expectServed(inspection: Inspection, headers: Record<string, string>): Promise<Exchange> {
  const exchange = await inspection.ask(inspection.required, { headers })
  const { status } = exchange
  const isBusy = status === 503 && exchange.headers.has('retry-after')
  if (status !== 200 && status !== 304 && !isBusy)
    inspection.problem({
      message: `Prefer: ${headers.prefer} must not fail a request, got ${status}`,
      exchange,
    })
  return exchange
}

/** Without a tag, the 404 of an order that does not exist waits for it. */
async function expectHeldNotFound(inspection: Inspection): Promise<void> {
  const held = await inspection.ask({ orderId: NOBODY }, { headers: WAIT })
  const isBusy = held.status === 503 && held.headers.has('retry-after')
  if (isBusy) return
  if (held.status !== 404)
    inspection.problem({
      message: `an unknown order with Prefer must get 404, got ${held.status}`,
      exchange: held,
    })
  else if (!held.headers.has('preference-applied'))
    inspection.problem({ message: 'a service that waits must wait for an unknown order', exchange: held })
}
