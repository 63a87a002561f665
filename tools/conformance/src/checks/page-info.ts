import { pageOf } from '../search/page.ts'
import type { Check } from './check.ts'
import { pivots } from './samples.ts'

/** startCursor and endCursor are those of the first and last row, and "" on an empty page. */
export const pageInfo: Check = {
  name: 'page info',
  operations: 'lists',
  async run(inspection) {
    const { required, operation, list } = inspection
    const params = { ...required, ...list.meaning.widest }
    const [first] = pivots(inspection)
    const last = list.all.edges.at(-1)
    const requests = [
      { ...params, 'pagination.first': '3' },
      { ...params, 'pagination.last': '3', 'pagination.newestFirst': 'false' },
      ...(last && list.all.complete ? [{ ...params, 'pagination.after': last.cursor }] : []),
      ...(first ? [{ ...params, 'pagination.before': first.cursor }] : []),
    ]
    await inspection.each(requests, async request => {
      const exchange = await inspection.ask(request)
      const page = pageOf(operation, exchange)
      if (!page) return inspection.problem(`must be a page, got ${exchange.status}`, exchange)
      const { edges, startCursor, endCursor } = page
      if (startCursor !== (edges[0]?.cursor ?? ''))
        inspection.problem('startCursor must be that of the first row', exchange)
      if (endCursor !== (edges.at(-1)?.cursor ?? ''))
        inspection.problem('endCursor must be that of the last row', exchange)
    })
  },
}
