import { limitValues } from '../values/limits.ts'
import type { Check } from './check.ts'

/** The minimum and maximum values are accepted, and have their effect. */
export const limits: Check = {
  name: 'limits',
  operations: 'lists',
  async run(inspection) {
    const tries = inspection.optional.flatMap(parameter =>
      limitValues(parameter).map(value => ({ ...inspection.required, [parameter.name]: value })),
    )
    await inspection.each(tries, params => inspection.compare(params))
  },
}
