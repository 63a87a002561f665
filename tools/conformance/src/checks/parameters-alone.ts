import { type KnownList, keepsRecord, samplesOf } from '../model/expected.ts'
import type { Check } from './check.ts'
import { distinct, pivots, samplesAround } from './samples.ts'

/** Each parameter alone: exactly the records that it means, in order, none missing. */
export const parametersAlone: Check = {
  name: 'parameters alone',
  operations: 'lists',
  everySubject: true,
  async run(inspection) {
    const samples = pivots(inspection).flatMap(edge => samplesAround(inspection, edge))
    const tried = new Set(samples.map(({ name }) => name))
    for (const { name } of inspection.optional) {
      if (!tried.has(name)) inspection.notCovered(`${name}: no record gives a value for it`)
    }
    for (const { name, kind } of inspection.optional) {
      if (kind !== 'boolean' || !tried.has(name) || !(name in inspection.list.meaning.filters)) continue
      if (!tellsApart(inspection.list, name))
        inspection.notCovered(`${name}: no record shows whether it is true or false`)
    }
    const { required } = inspection
    const requests = distinct(samples.map(({ name, value }) => ({ ...required, [name]: value })))
    // Each once more among all records, since the default of another parameter may leave some out.
    const { widest } = inspection.list.meaning
    const wide = widest ? requests.map(params => ({ ...widest, ...params })) : []
    await inspection.each(distinct([...requests, ...wide]), params => inspection.compare(params))
  },
}

/** Whether some record is listed under one value of a flag only. */
function tellsApart(list: KnownList, name: string): boolean {
  const needed = list.meaning.needs?.[name]
  return list.all.edges.some(({ node }) => {
    const beside = needed === undefined ? {} : { [needed]: samplesOf(list, needed, node) }
    const keeps = (value: string) => keepsRecord(list, { ...beside, [name]: value }, node)
    return keeps('true') !== keeps('false')
  })
}
