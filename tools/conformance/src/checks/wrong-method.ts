import type { Check } from './check.ts'

/** Only GET is allowed; anything else is a 405 that says so in Allow. */
export const wrongMethod: Check = {
  name: 'wrong method',
  operations: 'all',
  async run(inspection) {
    await inspection.each(['POST', 'PUT', 'DELETE'], async method => {
      const exchange = await inspection.ask(inspection.required, { method })
      if (exchange.status !== 405)
        inspection.problem(`${method} must get 405, got ${exchange.status}`, exchange)
      else if (!/\bGET\b/.test(exchange.headers.get('allow') ?? '')) {
        inspection.problem(`the 405 of ${method} must allow GET`, exchange)
      }
    })
  },
}
