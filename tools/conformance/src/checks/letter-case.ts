import type { Check } from './check.ts'
import { type Sample, samplesAround } from './samples.ts'

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
