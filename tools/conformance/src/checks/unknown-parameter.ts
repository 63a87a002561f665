import { refusalMismatch } from '../model/compare.ts'
import type { Check } from './check.ts'

/** A parameter that the contract does not know is a 400 that names it, rather than a filter that does nothing. */
export const unknownParameter: Check = {
  name: 'unknown parameter',
  operations: 'all',
  async run(inspection) {
    await inspection.each(['noSuchParameter', 'pagination.frist', 'filter.nothing'], async name => {
      const exchange = await inspection.ask(inspection.required, { query: `${name}=1` })
      const wrong = refusalMismatch([name], exchange)
      if (wrong !== undefined) inspection.problem(`${name}: ${wrong}`, exchange)
    })
  },
}
