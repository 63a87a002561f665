import type { Inspection } from '../inspection.ts'
import { samplesOf } from '../model/expected.ts'
import { limitValues } from '../values/limits.ts'
import type { Check } from './check.ts'

const MANY = 70

/** The values of a list parameter combine with or, for any number of values. */
export const severalValues: Check = {
  name: 'several values',
  operations: 'lists',
  async run(inspection) {
    const { required, list } = inspection
    for (const parameter of inspection.optional.filter(({ list: several }) => several)) {
      const values = distinctSamples(inspection, parameter.name)
      const [one, ...others] = values
      const other = others.at(-1)
      if (one === undefined || other === undefined) {
        inspection.notCovered(`${parameter.name}: the records have fewer than two values`)
        continue
      }
      const absent = limitValues(parameter).filter(value => value !== '' && !values.includes(value))
      const sets = [[one, other], [other, one, one], values.slice(0, MANY), [one, ...absent.slice(0, 1)]]
      const widest = list.meaning.widest ?? {}
      await inspection.each(sets, set =>
        inspection.compare({ ...required, ...widest, [parameter.name]: set }),
      )
      const paged = { ...required, ...widest, [parameter.name]: [one, other], 'pagination.first': '3' }
      await inspection.compare(paged)
    }
  },
}

function distinctSamples({ list }: Inspection, name: string): string[] {
  const values = list.all.edges.map(({ node }) => samplesOf(list, name, node)[0])
  return [...new Set(values.filter(value => value !== undefined))]
}
