import type { Exchange } from '../service/exchange.ts'
import type { Check } from './check.ts'
import { askFor, responseKinds } from './response-kinds.ts'

const NAMES = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

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
      const missing = NAMES.filter(name => exchanges.some(({ headers }) => !headers.has(name)))
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
  return NAMES.filter(name => headers.has(name))
}

function countsIn({ headers }: Exchange) {
  const [limit = 0, remaining = 0] = NAMES.map(name => Number(headers.get(name)))
  return { limit, remaining }
}
