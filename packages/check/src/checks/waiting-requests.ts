import type { Inspection } from '../inspection.ts'
import type { Exchange } from '../service/exchange.ts'
import { NOBODY } from '../values/spellings.ts'

/** The shortest wait, which every maximum allows. */
const SECONDS = 1
const WAIT = `wait=${SECONDS}`
/** Each wait takes its time, so the check waits at one list and one record. */
const HELD = ['listStopOrders', 'getOrder']
/** Ignored preferences: none of them may make a request wait or fail. */
const IGNORED = ['wait', 'wait=-1', 'wait=soon', 'respond-async']
/** A timer may end a little early. Milliseconds. */
const TOLERANCE = 50

/**
 * `Prefer: wait` holds a request until its response changes, or the time is up. A service need not support it: then it
 * responds at once, without `Preference-Applied`.
 */
export async function waitingRequests(inspection: Inspection): Promise<void> {
  const { required } = inspection
  const plain = await inspection.ask(required)
  const tag = plain.headers.get('etag')
  if (plain.status !== 200 || tag === null) return inspection.notCovered('no response with an ETag was found')
  const ask = (prefer: string, more: Record<string, string> = { 'if-none-match': tag }) =>
    inspection.ask(required, { headers: { prefer, ...more } })
  for (const prefer of IGNORED) expectIgnored(inspection, await ask(prefer), `Prefer: ${prefer}`)
  // A single order without a tag may be waited for.
  const without = inspection.operation.id === 'getOrder' ? { 'if-none-match': '*' } : {}
  expectIgnored(inspection, await ask(WAIT, without), `Prefer: ${WAIT} without a tag in If-None-Match`)
  const other = await ask(WAIT, { 'if-none-match': '"no-such-tag"' })
  inspection.expectStatus(200, other, 'another tag')
  const misapplied = wrongSeconds(other)
  if (misapplied !== undefined) inspection.problem(misapplied, other)
  const headers = { prefer: WAIT, 'if-none-match': tag }
  const bad = await inspection.ask(required, { query: 'noSuchParameter=1', headers })
  inspection.expectStatus(400, bad, 'a bad request with Prefer')
  if (!HELD.includes(inspection.operation.id)) return
  const started = performance.now()
  const held = await ask(WAIT)
  const wrong = mismatch(held, plain) ?? early(held, 304, started)
  if (wrong !== undefined) inspection.problem(wrong, held)
  if (!held.headers.has('preference-applied')) inspection.notCovered('the service does not wait for changes')
  else if (inspection.operation.id === 'getOrder') await expectHeldNotFound(inspection)
}

/** Without a tag, the 404 of an order that does not exist waits for it. */
async function expectHeldNotFound(inspection: Inspection): Promise<void> {
  const started = performance.now()
  const held = await inspection.ask({ orderId: NOBODY }, { headers: { prefer: WAIT } })
  if (isBusy(held) || !inspection.expectStatus(404, held, 'an unknown order with Prefer')) return
  const isApplied = held.headers.has('preference-applied')
  const wrong = isApplied ? early(held, 404, started) : 'a service that waits must wait for an unknown order'
  if (wrong !== undefined) inspection.problem(wrong, held)
}

function expectIgnored(inspection: Inspection, exchange: Exchange, name: string): void {
  const { status, headers } = exchange
  if (status !== 200 && status !== 304)
    inspection.problem(`${name} must not fail a request, got ${status}`, exchange)
  else if (headers.has('preference-applied')) inspection.problem(`${name} must be ignored`, exchange)
}

/** Returns the error of the response to a request that may have waited for a change. */
function mismatch(held: Exchange, plain: Exchange): string | undefined {
  if (isBusy(held)) return undefined
  if (held.status !== 200 && held.status !== 304)
    return `a waiting request must get 200 or 304, got ${held.status}`
  const isSame = held.headers.get('etag') === plain.headers.get('etag')
  if (isSame === (held.status === 304)) return undefined
  return `a ${held.status} must have ${isSame ? 'another' : 'the same'} ETag`
}

/** Returns the error of a wait that ends in vain, with this status. */
function early(held: Exchange, status: number, started: number): string | undefined {
  const wrong = wrongSeconds(held)
  const milliseconds = performance.now() - started
  const isHeld = held.headers.has('preference-applied') && held.status === status
  if (wrong !== undefined || !isHeld || milliseconds > SECONDS * 1000 - TOLERANCE) return wrong
  return `a ${status} must come after the ${SECONDS} s of Preference-Applied, came after ${milliseconds.toFixed(0)} ms`
}

/** Too many requests may wait already. */
function isBusy({ status, headers }: Exchange): boolean {
  return status === 503 && headers.has('retry-after')
}

function wrongSeconds({ headers }: Exchange): string | undefined {
  const applied = headers.get('preference-applied')
  if (applied === null || applied === WAIT) return undefined
  return `Preference-Applied must be ${WAIT}, got ${applied}`
}
