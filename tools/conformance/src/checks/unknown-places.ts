import { pageOf } from '../search/page.ts'
import { unknownValue } from '../values/limits.ts'
import type { Check } from './check.ts'

/** A well-formed id without a record: an empty page, or a 404 for a single record. */
export const unknownSubject: Check = {
  name: 'unknown id',
  operations: ['listFundingPeriodDataPoints', 'getStake', 'listNodeSignatures', 'getOrder'],
  async run(inspection) {
    const { operation } = inspection
    const required = operation.parameters.filter(parameter => parameter.required)
    await inspection.each(required, async parameter => {
      const exchange = await inspection.ask({
        ...inspection.required,
        [parameter.name]: unknownValue(parameter),
      })
      if (operation.page === undefined) {
        inspection.expectStatus(404, exchange, 'an unknown id')
        return
      }
      const page = pageOf(operation, exchange)
      if (!page) inspection.problem(`must be an empty page, got ${exchange.status}`, exchange)
      else if (page.edges.length > 0)
        inspection.problem(`must be an empty page, has ${page.edges.length} rows`, exchange)
      else if (page.hasNextPage || page.hasPreviousPage)
        inspection.problem('an empty list has no further pages', exchange)
    })
  },
}

/** A path beyond the operation's is a 404 with the contract's error body. */
export const unknownPath: Check = {
  name: 'unknown path',
  operations: 'all',
  async run(inspection) {
    const exchange = await inspection.ask(inspection.required, { beyond: '/no-such-path' })
    inspection.expectStatus(404, exchange, 'a path beyond that of the operation')
  },
}

/** Only GET is allowed; anything else is a 405 that says so in Allow. */
export const wrongMethod: Check = {
  name: 'wrong method',
  operations: 'all',
  async run(inspection) {
    await inspection.each(['POST', 'PUT', 'DELETE'], async method => {
      const exchange = await inspection.ask(inspection.required, { method })
      if (!inspection.expectStatus(405, exchange, method)) return
      if (!/\bGET\b/.test(exchange.headers.get('allow') ?? '')) {
        inspection.problem(`the 405 of ${method} must allow GET`, exchange)
      }
    })
  },
}
