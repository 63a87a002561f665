import type { Params } from '../log/exchange.ts'
import { neededBy } from '../records/lists.ts'
import type { Inspection } from './inspection.ts'
import { someFilters } from './samples.ts'
import { walk } from './walk.ts'

const PAGE_INFO = '/components/schemas/PageInfo'
const TOO_FEW = 'there are fewer than two records'
const PAGES = 6
const WALKS = 4
const PAGES_OF_REPEATED = 8

/** Checks that read whole lists. */
export const walks: Readonly<Record<string, (inspection: Inspection) => Promise<void>>> = {
  /** The plain request. The responses to all other checks count here, too. */
  async responses(inspection) {
    const isList = inspection.operation.page !== undefined
    await inspection.ask(isList ? { expects: { what: 'a plain request', status: 200 } } : {})
    if (isList && inspection.edges.length === 0)
      inspection.notCovered('no records were found, so none were checked')
  },

  /** All records, for the rules on the rows of a page. */
  async records(inspection) {
    if (inspection.operation.page === undefined) return
    await inspection.refresh()
    if (inspection.edges.length === 0) inspection.notCovered('no records were found')
  },

  /** Forward and backward, in both orders and under a filter: each page joins to the one before. */
  async walks(inspection) {
    const { operation, edges, list } = inspection
    const { complete, broken } = list.all
    if (operation.page === undefined) return
    if (broken !== undefined)
      inspection.findings.problem({ message: `the list cannot be walked: ${broken}` }, PAGE_INFO)
    if (!complete) inspection.notCovered('the list is too long to be walked to its end; see --max-records')
    if (edges.length < 2) return inspection.notCovered(TOO_FEW)
    const isFree = (filter: Params) => !Object.keys(filter).some(name => neededBy(operation, name))
    await inspection.each([{}, ...someFilters(inspection).filter(isFree)], async filter => {
      await walkCompared(inspection, { ...filter, 'pagination.newestFirst': 'true' }, false)
      if (complete) await walkCompared(inspection, { ...filter, 'pagination.newestFirst': 'false' }, true)
    })
  },

  /** While the network may change, for the rules on cursors and on the rows of a page. */
  async 'repeated walks'(inspection) {
    const { edges, widest: params, operation } = inspection
    if (operation.page === undefined) return
    if (edges.length < 2) return inspection.notCovered(TOO_FEW)
    const size = Math.ceil(edges.length / PAGES_OF_REPEATED)
    for (let round = 0; round < WALKS; round += 1)
      await inspection.walk({ params, size, most: edges.length * 2 })
  },
}

/** Walks in a few pages, each of which must be the part of the list that is beyond the one before. */
async function walkCompared(inspection: Inspection, params: Params, backward: boolean): Promise<void> {
  const most = inspection.edges.length
  const size = Math.ceil(most / PAGES)
  const options = { params: { ...inspection.widest, ...params }, size, backward, most }
  const { edges, broken, exchanges } = await walk(page => inspection.compare(page), options)
  const kind = `${backward ? 'backward' : 'forward'}, ${Object.keys(params).join(', ')}`
  const message = `a walk in pages of ${size} (${kind}): ${broken}`
  if (broken !== undefined) inspection.findings.problem({ message, exchange: exchanges[0] }, PAGE_INFO)
  // The cursor of a filtered page is a position in the whole list.
  const beyond = { ...inspection.widest, 'pagination.first': '2' }
  if (edges[0]) await inspection.compare({ ...beyond, 'pagination.after': edges[0].cursor })
}
