import type { Inspection } from '../inspection.ts'
import { type KnownList, keepsRecord, samplesOf } from '../model/expected.ts'
import { limitValues } from '../values/limits.ts'
import type { Check } from './check.ts'
import { distinct, pivots, type Sample, samplesAround } from './samples.ts'

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

const hasLetters = (value: string) => /^[0-9a-f]{64}$/i.test(value) && value !== value.toUpperCase()

/** Hexadecimal ids may be given in either letter case. */
export const letterCase: Check = {
  name: 'letter case',
  operations: 'lists',
  async run(inspection) {
    const { required, list } = inspection
    const ids = new Map<string, string>()
    const note = ({ name, value }: Sample) => {
      if (hasLetters(value) && !ids.has(name)) ids.set(name, value)
    }
    for (const [name, value] of Object.entries(required)) note({ name, value: String(value) })
    for (const edge of list.all.edges) for (const sample of samplesAround(inspection, edge)) note(sample)
    if (ids.size === 0) inspection.notCovered('no hexadecimal id was found')
    const params = { ...required, ...list.meaning.widest }
    await inspection.each(ids, ([name, id]) => inspection.compare({ ...params, [name]: id.toUpperCase() }))
  },
}
