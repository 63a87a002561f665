import type { Inspection } from '../inspection.ts'
import type { Exchange } from '../service/exchange.ts'
import type { Check } from './check.ts'

const SECONDS = 1
/** Ignored preferences: none of them may make a request wait or fail. */
const IGNORED = ['wait', 'wait=-1', 'wait=soon', 'respond-async']
/** A timer may end a little early. Milliseconds. */
const TOLERANCE = 50

/**
 * `Prefer: wait` holds a request until its response changes, or the time is up. A service need not support it: then it
 * responds at once, without `Preference-Applied`.
 */
export const waitingRequests: Check = {
  name: 'waiting requests',
  // One list and one record: each wait takes a second, and the operations share the rest.
  operations: ['listStopOrders', 'getOrder'],
  async run(inspection) {
    const plain = await inspection.ask(inspection.required)
    const tag = plain.headers.get('etag')
    if (plain.status !== 200 || tag === null)
      return inspection.notCovered('no response with an ETag was found')
    const ask = (prefer: string, more: Record<string, string> = { 'if-none-match': tag }) =>
      inspection.ask(inspection.required, { headers: { prefer, ...more } })
    for (const [prefer, more] of [
      ...IGNORED.map(text => [text] as const),
      [`wait=${SECONDS}`, {}] as const,
    ]) {
      const exchange = await ask(prefer, more)
      if (exchange.status !== 200 && exchange.status !== 304)
        inspection.problem(`Prefer: ${prefer} must not fail a request, got ${exchange.status}`, exchange)
      else if (exchange.headers.has('preference-applied'))
        inspection.problem(
          `Prefer: ${prefer} must be ignored${more ? ' without If-None-Match' : ''}`,
          exchange,
        )
    }
    const started = performance.now()
    const held = await ask(`wait=${SECONDS}`)
    const wrong = mismatch(held, plain, performance.now() - started)
    if (wrong !== undefined) inspection.problem(wrong, held)
    if (!held.headers.has('preference-applied'))
      inspection.notCovered('the service does not wait for changes')
    const other = await ask(`wait=${SECONDS}`, { 'if-none-match': '"no-such-tag"' })
    if (other.status !== 200) inspection.problem(`another tag must get 200, got ${other.status}`, other)
    await expectRefusal(inspection, tag)
  },
}

/** Returns the error of the response to a request that may have waited. */
function mismatch(held: Exchange, plain: Exchange, milliseconds: number): string | undefined {
  if (held.status === 503 && held.headers.has('retry-after')) return undefined
  if (held.status !== 200 && held.status !== 304)
    return `a waiting request must get 200 or 304, got ${held.status}`
  const isSame = held.headers.get('etag') === plain.headers.get('etag')
  if (isSame !== (held.status === 304))
    return `a ${held.status} must have ${isSame ? 'another' : 'the same'} ETag`
  const applied = held.headers.get('preference-applied')
  if (applied === null) return undefined
  const seconds = Number(/^wait=(\d+)$/.exec(applied)?.[1] ?? Number.NaN)
  if (!(seconds <= SECONDS)) return `Preference-Applied must be wait= and at most ${SECONDS}, got ${applied}`
  if (held.status === 304 && milliseconds < seconds * 1000 - TOLERANCE)
    return `a 304 must come after the ${seconds} s of Preference-Applied, came after ${milliseconds.toFixed(0)} ms`
  return undefined
}

async function expectRefusal(inspection: Inspection, tag: string): Promise<void> {
  const headers = { prefer: `wait=${SECONDS}`, 'if-none-match': tag }
  const bad = await inspection.ask(inspection.required, { query: 'noSuchParameter=1', headers })
  if (bad.status !== 400) inspection.problem(`a bad request with Prefer must get 400, got ${bad.status}`, bad)
}
