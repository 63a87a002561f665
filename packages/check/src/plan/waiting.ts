import { heightOf } from '../log/exchange.ts'
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
  const { required, operation, ask } = inspection
  const plain = await ask(required)
  const tag = plain.headers.get('etag')
  if (plain.status !== 200 || tag === null) return inspection.notCovered('no response with an ETag was found')
  const waitingFor = { ...WAIT, 'if-none-match': tag }
  const requests = [
    ...['wait', 'wait=-1', 'wait=soon', 'respond-async'].map(prefer => ({ ...waitingFor, prefer })),
    // A single order without a tag may be waited for.
    operation.page === undefined ? { ...WAIT, 'if-none-match': '*' } : WAIT,
    { ...WAIT, 'if-none-match': OTHER_TAG },
  ]
  for (const headers of requests) await ask(required, { headers })
  const bad = { what: 'a bad request with Prefer', status: 400 }
  await ask(required, { query: 'noSuchParameter=1', headers: waitingFor, expects: bad })
  if (!HELD.includes(operation.id)) return
  const held = await ask(required, { headers: waitingFor })
  await ask(required)
  const next = String((heightOf(held) ?? 0n) + 1n)
  await ask(required, { headers: { ...WAIT, 'x-min-block-height': next } })
  if (!held.headers.has('preference-applied'))
    return inspection.notCovered('the service does not wait for changes')
  if (operation.id !== 'getOrder') return
  const expects = { what: 'an unknown order with Prefer', status: 404 }
  await ask({ orderId: NOBODY }, { headers: WAIT, expects })
}
