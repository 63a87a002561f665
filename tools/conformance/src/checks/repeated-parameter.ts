import { refusalMismatch } from '../model/compare.ts'
import { limitValues } from '../values/limits.ts'
import type { Check } from './check.ts'

/** A single value given twice is a 400 that names the parameter: neither value may win in silence. */
export const repeatedParameter: Check = {
  name: 'repeated parameter',
  operations: 'all',
  async run(inspection) {
    const { operation, required } = inspection
    const single = operation.parameters.filter(({ in: place, list }) => place === 'query' && !list)
    await inspection.each(single, async parameter => {
      const { name } = parameter
      const row = operation.page === undefined ? undefined : inspection.list.all.edges[0]
      const value = required[name] ?? limitValues(parameter)[0] ?? row?.cursor
      if (value === undefined) return inspection.notCovered(`${name}: no cursor was found`)
      const { [name]: _, ...others } = required
      const exchange = await inspection.ask({ ...others, [name]: [String(value), String(value)] })
      const wrong = refusalMismatch([name], exchange)
      if (wrong !== undefined) inspection.problem(`${name} given twice: ${wrong}`, exchange)
    })
  },
}
