import { refusalMismatch } from '../model/compare.ts'
import { badValues } from '../values/bad.ts'
import type { Check } from './check.ts'

/** A malformed value of any parameter, of any kind, is a 400 that names the parameter. */
export const badValuesRefused: Check = {
  name: 'bad values',
  operations: 'all',
  async run(inspection) {
    const { operation, required } = inspection
    const tries = operation.parameters.flatMap(parameter => [
      ...badValues(parameter).map(value => ({ parameter, value, query: '' })),
      ...(parameter.in === 'path' ? [] : [{ parameter, value: undefined, query: `${parameter.name}=%zz` }]),
    ])
    await inspection.each(tries, async ({ parameter: { name }, value, query }) => {
      const { [name]: _, ...others } = required
      const exchange = await inspection.ask(value === undefined ? others : { ...required, [name]: value }, {
        query,
      })
      const wrong = refusalMismatch([name], exchange)
      if (wrong !== undefined)
        inspection.problem(`${name}=${JSON.stringify(value ?? '%zz')}: ${wrong}`, exchange)
    })
  },
}
