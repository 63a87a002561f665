import { keepsRecord } from '../model/expected.ts'
import type { Params } from '../service/exchange.ts'
import type { Check } from './check.ts'
import { distinct, richest, samplesAround } from './samples.ts'

/** At the ends of a filtered list, hasNextPage and hasPreviousPage are true only when the filter leaves such a row. */
export const pageEnds: Check = {
  name: 'page ends',
  operations: 'lists',
  everySubject: true,
  async run(inspection) {
    const { required, list } = inspection
    const widest = { ...required, ...list.meaning.widest }
    const record = richest(inspection)
    if (!record) return inspection.notCovered('no records were found')
    const filters = samplesAround(inspection, record).filter(({ name }) => list.meaning.filters[name])
    const filtered: Params[] = [widest, ...filters.map(({ name, value }) => ({ ...widest, [name]: value }))]
    const requests = filtered.flatMap(params => {
      const rows = list.all.edges.filter(({ node }) => keepsRecord(list, params, node))
      const [first, last] = [rows[0], rows.at(-1)]
      if (!first || !last) return []
      const size = String(Math.min(rows.length, 5000))
      const rest = String(Math.min(rows.length - 1, 5000))
      return [
        { ...params, 'pagination.first': size },
        { ...params, 'pagination.last': size },
        // Exactly full, and no row behind it.
        ...(rows.length > 1
          ? [{ ...params, 'pagination.first': rest, 'pagination.after': first.cursor }]
          : []),
        ...(rows.length > 1
          ? [{ ...params, 'pagination.last': rest, 'pagination.before': last.cursor }]
          : []),
        { ...params, 'pagination.first': '5', 'pagination.after': first.cursor },
        { ...params, 'pagination.first': '5', 'pagination.after': last.cursor },
        { ...params, 'pagination.last': '5', 'pagination.before': first.cursor },
        { ...params, 'pagination.last': '5', 'pagination.before': last.cursor },
      ]
    })
    await inspection.each(distinct(requests), params => inspection.compare(params))
  },
}
