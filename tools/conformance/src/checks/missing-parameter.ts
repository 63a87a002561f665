import { refusalMismatch } from '../model/compare.ts'
import type { Check } from './check.ts'

/** A required query parameter that is not given is a 400 that names it. */
export const missingParameter: Check = {
  name: 'missing parameter',
  operations: ['listNodeSignatures'],
  async run(inspection) {
    const { operation, required } = inspection
    const needed = operation.parameters.filter(parameter => parameter.required && parameter.in === 'query')
    await inspection.each(needed, async ({ name }) => {
      const { [name]: _, ...others } = required
      const exchange = await inspection.ask(others)
      const wrong = refusalMismatch([name], exchange)
      if (wrong !== undefined) inspection.problem(`without ${name}: ${wrong}`, exchange)
    })
  },
}
