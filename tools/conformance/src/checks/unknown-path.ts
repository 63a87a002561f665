import type { Check } from './check.ts'

/** A path beyond the operation's is a 404 with the contract's error body. */
export const unknownPath: Check = {
  name: 'unknown path',
  operations: 'all',
  async run(inspection) {
    const exchange = await inspection.ask(inspection.required, { beyond: '/no-such-path' })
    if (exchange.status !== 404) inspection.problem(`must get 404, got ${exchange.status}`, exchange)
  },
}
