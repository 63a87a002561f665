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
        if (exchange.status !== 404) inspection.problem(`must get 404, got ${exchange.status}`, exchange)
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
