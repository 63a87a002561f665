import type { Check } from './check.ts'
import { distinct, richest, samplesAround } from './pivots.ts'

/** Each pair of parameters: filters combine with and, paging counts what they leave, contradictions are refused. */
export const parameterPairs: Check = {
  name: 'parameter pairs',
  operations: 'lists',
  async run(inspection) {
    const { required, list } = inspection
    const record = richest(inspection)
    if (!record) return inspection.notCovered('no records were found')
    const samples = samplesAround(inspection, record)
    const pairs = samples.flatMap((one, index) =>
      samples
        .slice(index + 1)
        .filter(other => other.name !== one.name)
        .map(other => ({ ...required, [one.name]: one.value, [other.name]: other.value })),
    )
    const { widest } = list.meaning
    const wide = widest ? pairs.map(params => ({ ...widest, ...params })) : []
    await inspection.each(distinct([...pairs, ...wide]), params => inspection.compare(params))
  },
}
