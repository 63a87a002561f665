import { DEFAULT_PAGE_SIZE } from '../model/expected.ts'
import type { Exchange, Params } from '../service/exchange.ts'
import type { Check } from './check.ts'

const MAX_ATTEMPTS = 5

/** Sending the default of a parameter has no effect; the default page size is in a description. */
export const defaults: Check = {
  name: 'defaults',
  operations: 'all',
  async run(inspection) {
    const { operation, required, optional } = inspection
    const given: Params[] = optional.flatMap(parameter =>
      parameter.default === undefined ? [] : [{ [parameter.name]: parameter.default }],
    )
    const sized: Params[] =
      operation.page === undefined ? [] : [{ 'pagination.first': String(DEFAULT_PAGE_SIZE) }]
    await inspection.each([...given, ...sized], async params => {
      const [name = ''] = Object.keys(params)
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const without = await inspection.ask(required)
        const exchange = await inspection.ask({ ...required, ...params })
        if (same(without, exchange)) return
        // The list may have changed between the two requests. Then the first response has changed too.
        if (!same(without, await inspection.ask(required))) continue
        return inspection.problem(`${name}=${params[name]} must answer as without ${name}`, exchange)
      }
      inspection.notCovered(`${name}: the answer changed each time`)
    })
  },
}

function same(one: Exchange, other: Exchange): boolean {
  return one.status === other.status && one.text === other.text
}
