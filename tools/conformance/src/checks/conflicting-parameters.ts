import { conflicts } from '../model/expected.ts'
import type { Check } from './check.ts'

/** Paging parameters that contradict each other are a 400 that names both: ignoring a cursor makes clients loop. */
export const conflictingParameters: Check = {
  name: 'conflicting parameters',
  operations: 'lists',
  async run(inspection) {
    const cursor = inspection.list.all.edges[0]?.cursor
    if (cursor === undefined) inspection.notCovered('no cursor was found')
    const value = (name: string) => (/first|last/.test(name) ? '1' : cursor)
    await inspection.each(conflicts, async ([one, other]) => {
      const [first, second] = [value(one), value(other)]
      if (first === undefined || second === undefined) return
      await inspection.compare({ ...inspection.required, [one]: first, [other]: second })
    })
  },
}
