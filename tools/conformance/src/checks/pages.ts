import { textAt } from '../json.ts'
import { lists } from '../meaning/lists.ts'
import { keepsRecord } from '../model/expected.ts'
import type { Params } from '../service/exchange.ts'
import type { Check } from './check.ts'
import { distinct, richest, samplesAround } from './samples.ts'

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

/** A page has the requested number of records, or all if there are fewer. The flags show whether there are more. */
export const pageSizes: Check = {
  name: 'page sizes',
  operations: 'lists',
  async run(inspection) {
    const { required, list } = inspection
    const { length } = list.all.edges
    const { maximum = 1 } = inspection.parameter('pagination.first')
    const sizes = [1, 2, length - 1, length, length + 1, maximum].filter(size => size >= 1 && size <= maximum)
    const widest = { ...required, ...list.meaning.widest }
    const requests = [...new Set(sizes)].flatMap(size =>
      ['true', 'false'].flatMap(newestFirst => [
        { ...widest, 'pagination.newestFirst': newestFirst, 'pagination.first': String(size) },
        { ...widest, 'pagination.newestFirst': newestFirst, 'pagination.last': String(size) },
      ]),
    )
    await inspection.each(requests, params => inspection.compare(params))
  },
}

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
