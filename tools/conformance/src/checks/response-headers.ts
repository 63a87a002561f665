import type { Exchange } from '../service/exchange.ts'
import type { Check } from './check.ts'
import { askFor, responseKinds } from './response-kinds.ts'

/** A response from another process of the service may be older, but not by more blocks. */
const MAX_LAG = 100n

/** Errors and 304 have the block of the service, like other responses. */
export const blockHeights: Check = {
  name: 'block heights',
  operations: 'all',
  async run(inspection) {
    const plain = await inspection.ask(inspection.required)
    const height = plain.headers.get('x-block-height') ?? ''
    if (!/^\d{1,18}$/.test(height)) return inspection.notCovered('no block height is known')
    for (const kind of responseKinds(plain)) {
      const exchange = await askFor(inspection, kind)
      const got = exchange.headers.get('x-block-height')
      if (got === null || !/^\d{1,18}$/.test(got)) continue
      const lag = BigInt(height) - BigInt(got)
      if (lag > MAX_LAG || lag < -MAX_LAG)
        inspection.problem(
          `X-Block-Height of a ${exchange.status} must be near ${height}, got ${got}`,
          exchange,
        )
    }
  },
}

const REQUEST_ID = 'X-Request-Id'
const OWN = 'check:1/a_b.c'

/** A request id of the client comes back unchanged. Without one, each response has an id of its own. */
export const requestIds: Check = {
  name: 'request ids',
  operations: 'all',
  async run(inspection) {
    const plain = await inspection.ask(inspection.required)
    if (!plain.headers.has(REQUEST_ID)) return inspection.notCovered('responses have no X-Request-Id')
    for (const kind of responseKinds(plain)) {
      const sent = await askFor(inspection, kind, { [REQUEST_ID]: OWN })
      const got = sent.headers.get(REQUEST_ID)
      if (got !== OWN)
        inspection.problem(`X-Request-Id must come back unchanged with a ${sent.status}, got ${got}`, sent)
    }
    const other = await inspection.ask(inspection.required)
    if (plain.headers.get(REQUEST_ID) === other.headers.get(REQUEST_ID))
      inspection.problem('two responses must not have the same X-Request-Id', other)
    const unusable = await inspection.ask(inspection.required, { headers: { [REQUEST_ID]: 'a b' } })
    if (unusable.status !== plain.status)
      inspection.problem(
        `an unusable X-Request-Id must get ${plain.status}, got ${unusable.status}`,
        unusable,
      )
    if (unusable.headers.get(REQUEST_ID) === 'a b')
      inspection.problem('an unusable X-Request-Id must not come back', unusable)
  },
}

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** Requests of a kind. Each process of a service may count for itself, so one more may not lower the count. */
const REQUESTS = 4

/** A service with a rate limit says so in three headers of every response, and counts the requests. */
export const rateLimit: Check = {
  name: 'rate limit',
  operations: 'all',
  async run(inspection) {
    const plain = await inspection.ask(inspection.required)
    if (namesIn(plain).length === 0) return inspection.notCovered('the service has no rate limit')
    for (const kind of responseKinds(plain)) {
      const exchanges: Exchange[] = []
      for (let turn = 0; turn < REQUESTS; turn += 1) exchanges.push(await askFor(inspection, kind))
      const [first] = exchanges
      const missing = RATE_LIMIT.filter(name => exchanges.some(({ headers }) => !headers.has(name)))
      if (missing.length > 0) {
        inspection.problem(`a ${kind.status} must have ${missing.join(' and ')}`, first)
        continue
      }
      const all = exchanges.map(countsIn)
      if (all.some(({ limit }) => limit !== countsIn(plain).limit))
        inspection.problem('RateLimit-Limit must be the same in all responses', first)
      if (all.some(({ limit, remaining }) => remaining >= limit))
        inspection.problem('RateLimit-Remaining must be below RateLimit-Limit after a request', first)
      if (new Set(all.map(({ remaining }) => remaining)).size === 1)
        inspection.problem(`RateLimit-Remaining of a ${kind.status} must go down with the requests`, first)
    }
  },
}

function namesIn({ headers }: Exchange): string[] {
  return RATE_LIMIT.filter(name => headers.has(name))
}

function countsIn({ headers }: Exchange) {
  const [limit = 0, remaining = 0] = RATE_LIMIT.map(name => Number(headers.get(name)))
  return { limit, remaining }
}
