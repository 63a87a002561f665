import type { Inspection, RequestDetails } from '../inspection.ts'
import type { Exchange } from '../service/exchange.ts'

/** Requests that together get 200, 304, 400, 404, 405 and 503, as far as a plain response tells how. */
function requestsFor(plain: Exchange): RequestDetails[] {
  const height = heightOf(plain)
  const tag = plain.headers.get('etag')
  return [
    {},
    ...(tag === null ? [] : [{ headers: { 'if-none-match': tag } }]),
    { query: 'noSuchParameter=1' },
    { pathSuffix: '/no-such-path' },
    { method: 'POST' },
    ...(height === undefined ? [] : [unreached(height)]),
  ]
}

const MIN_HEIGHT = 'X-Min-Block-Height'
const MALFORMED_HEIGHTS = ['abc', '-1', '1.5', '1e3', '9'.repeat(20)]
/** A response from another process of the service may be older, but not by more blocks. */
const MAX_LAG = 100n

/** A request for a block that no network reaches during a run. */
function unreached(height: bigint, more: Record<string, string> = {}): RequestDetails {
  return { headers: { [MIN_HEIGHT]: String(height + 1_000_000n), ...more }, expectedStatus: 503 }
}

function heightOf({ headers }: Exchange): bigint | undefined {
  const text = headers.get('x-block-height') ?? ''
  return /^\d{1,18}$/.test(text) ? BigInt(text) : undefined
}

/**
 * Errors and 304 have the block of the service, like other responses. A response is at `X-Min-Block-Height` or later; a
 * block that the service has not reached is a 503.
 */
export async function blockHeights(inspection: Inspection): Promise<void> {
  const { required } = inspection
  const plain = await inspection.ask(required)
  const height = heightOf(plain)
  if (plain.status !== 200 || height === undefined) return inspection.notCovered('no block height is known')
  for (const details of requestsFor(plain)) {
    const exchange = await inspection.ask(required, details)
    const got = heightOf(exchange) ?? height
    if (got < height - MAX_LAG || got > height + MAX_LAG) {
      const message = `X-Block-Height of a ${exchange.status} must be near ${height}, got ${got}`
      inspection.problem(message, exchange)
    }
  }
  for (const reached of [0n, height]) {
    const exchange = await inspection.ask(required, { headers: { [MIN_HEIGHT]: String(reached) } })
    const got = heightOf(exchange) ?? reached
    if (inspection.expectStatus(200, exchange, `${MIN_HEIGHT} of a reached block`) && got < reached)
      inspection.problem(`the response must be at block ${reached} or later, got ${got}`, exchange)
  }
  const tag = plain.headers.get('etag') ?? '*'
  for (const details of [unreached(height), unreached(height, { 'if-none-match': tag })]) {
    const exchange = await inspection.ask(required, details)
    inspection.expectStatus(503, exchange, `${MIN_HEIGHT} of a block far ahead`)
  }
  await inspection.each(MALFORMED_HEIGHTS, value => {
    const headers = { [MIN_HEIGHT]: value }
    return inspection.expectRefusal(`${MIN_HEIGHT}: ${value}`, [MIN_HEIGHT], required, { headers })
  })
}

const REQUEST_ID = 'X-Request-Id'
const OWN = 'check:1/a_b.c'

/** A request id of the client comes back unchanged. Without one, each response has an id of its own. */
export async function requestIds(inspection: Inspection): Promise<void> {
  const plain = await inspection.ask(inspection.required)
  if (!plain.headers.has(REQUEST_ID)) return inspection.notCovered('responses have no X-Request-Id')
  for (const details of requestsFor(plain)) {
    const headers = { ...details.headers, [REQUEST_ID]: OWN }
    const sent = await inspection.ask(inspection.required, { ...details, headers })
    const got = sent.headers.get(REQUEST_ID)
    if (got !== OWN)
      inspection.problem(`X-Request-Id must come back unchanged with a ${sent.status}, got ${got}`, sent)
  }
  const other = await inspection.ask(inspection.required)
  if (plain.headers.get(REQUEST_ID) === other.headers.get(REQUEST_ID))
    inspection.problem('two responses must not have the same X-Request-Id', other)
  const unusable = await inspection.ask(inspection.required, { headers: { [REQUEST_ID]: 'a b' } })
  if (unusable.status !== plain.status)
    inspection.problem(`an unusable X-Request-Id must get ${plain.status}, got ${unusable.status}`, unusable)
  if (unusable.headers.get(REQUEST_ID) === 'a b')
    inspection.problem('an unusable X-Request-Id must not come back', unusable)
}

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** Requests of a kind. Each process of a service may count for itself, so one more may not lower the count. */
const REQUESTS = 4

/** A service with a rate limit says so in three headers of every response, and counts the requests. */
export async function rateLimit(inspection: Inspection): Promise<void> {
  const plain = await inspection.ask(inspection.required)
  if (!RATE_LIMIT.some(name => plain.headers.has(name)))
    return inspection.notCovered('the service has no rate limit')
  for (const details of requestsFor(plain)) {
    const first = await inspection.ask(inspection.required, details)
    const exchanges = [first]
    while (exchanges.length < REQUESTS) exchanges.push(await inspection.ask(inspection.required, details))
    const missing = RATE_LIMIT.filter(name => exchanges.some(({ headers }) => !headers.has(name)))
    if (missing.length > 0) {
      inspection.problem(`a ${first.status} must have ${missing.join(' and ')}`, first)
      continue
    }
    const all = exchanges.map(countsIn)
    if (all.some(({ limit }) => limit !== countsIn(plain).limit))
      inspection.problem('RateLimit-Limit must be the same in all responses', first)
    if (all.some(({ limit, remaining }) => remaining >= limit))
      inspection.problem('RateLimit-Remaining must be below RateLimit-Limit after a request', first)
    if (new Set(all.map(({ remaining }) => remaining)).size === 1)
      inspection.problem(`RateLimit-Remaining of a ${first.status} must go down with the requests`, first)
  }
}

function countsIn({ headers }: Exchange) {
  const [limit = 0, remaining = 0] = RATE_LIMIT.map(name => Number(headers.get(name)))
  return { limit, remaining }
}
