import type { Exchange } from '../service/exchange.ts'
import type { Check } from './check.ts'

const NAMES = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** A service with a rate limit says so in three headers of every response, and counts the requests. */
export const rateLimit: Check = {
  name: 'rate limit',
  operations: 'all',
  async run(inspection) {
    const { required } = inspection
    const exchanges = [
      await inspection.ask(required),
      await inspection.ask(required, { query: 'noSuchParameter=1' }),
      await inspection.ask(required, { beyond: '/no-such-path' }),
      await inspection.ask(required),
    ]
    if (exchanges.every(exchange => namesIn(exchange).length === 0)) {
      return inspection.notCovered('the service has no rate limit')
    }
    for (const exchange of exchanges) {
      const missing = NAMES.filter(name => !namesIn(exchange).includes(name))
      if (missing.length > 0)
        inspection.problem(`a ${exchange.status} must have ${missing.join(' and ')}`, exchange)
    }
    const [first, last] = [exchanges[0], exchanges.at(-1)].map(counts)
    if (!first || !last) return
    if (first.remaining >= first.limit)
      inspection.problem(`RateLimit-Remaining must be below ${first.limit} after a request`, exchanges[0])
    if (last.limit !== first.limit)
      inspection.problem('RateLimit-Limit must be the same in all responses', exchanges.at(-1))
    // A new window may have begun.
    const isSameWindow = last.reset <= first.reset
    if (isSameWindow && last.remaining >= first.remaining)
      inspection.problem('RateLimit-Remaining must go down with each request of a window', exchanges.at(-1))
  },
}

function namesIn({ headers }: Exchange): string[] {
  return NAMES.filter(name => headers.has(name))
}

function counts(exchange: Exchange | undefined) {
  const [limit = 0, remaining = 0, reset = 0] = NAMES.map(name => Number(exchange?.headers.get(name) ?? 0))
  return { limit, remaining, reset }
}
