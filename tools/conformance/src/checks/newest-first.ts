import { textAt } from '../json.ts'
import { lists } from '../meaning/lists.ts'
import type { Check } from './check.ts'

/** Records are sorted by creation time, if they have one. */
export const newestFirst: Check = {
  name: 'newest first',
  operations: Object.keys(lists).filter(id => lists[id]?.newest !== undefined),
  everySubject: true,
  async run(inspection) {
    const { list, required } = inspection
    const { newest = '', widest } = list.meaning
    await inspection.refresh()
    const times = inspection.list.all.edges.map(({ node }) => BigInt(textAt(node, newest) ?? '0'))
    if (new Set(times).size < 2)
      inspection.notCovered('fewer than two records differ in what they are ordered by')
    const place = times.findIndex((time, index) => index > 0 && time > (times[index - 1] as bigint))
    if (place === -1) return
    const exchange = await inspection.ask({ ...required, ...widest })
    inspection.problem(`row ${place + 1} must not be newer (${newest}) than the one before it`, exchange)
  },
}
