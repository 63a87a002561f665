import { textAt } from '../json.ts'
import type { Params } from '../log/exchange.ts'
import { namesOf, neededBy, orderOf } from '../records/lists.ts'
import type { Inspection } from './inspection.ts'
import { someFilters } from './samples.ts'
import { walk } from './walk.ts'

/** The plain request. The responses to all other checks count here, too. */
export async function responses(inspection: Inspection): Promise<void> {
  const isList = inspection.operation.page !== undefined
  await inspection.ask(isList ? { expects: { what: 'a plain request', status: 200 } } : {})
  if (isList && inspection.list.all.edges.length === 0)
    inspection.notCovered('no records were found, so none were checked')
}

/** All records, for the rules on the rows of a page. */
export async function records(inspection: Inspection): Promise<void> {
  await inspection.refresh()
  if (inspection.list.all.edges.length === 0) inspection.notCovered('no records were found')
}

/** Reports the fields that no record has, and those that are the same in all records. Runs last. */
export async function coverage(inspection: Inspection): Promise<void> {
  for (const field of inspection.run.store.unproven(inspection.operation)) inspection.notCovered(field)
}

/** The list in its order by default, for the rule on it. */
export async function newestFirst(inspection: Inspection): Promise<void> {
  const newest = orderOf(inspection.operation) ?? ''
  await inspection.ask({ params: inspection.widest })
  const times = inspection.list.all.edges.map(({ node }) => textAt(node, newest))
  if (new Set(times).size < 2)
    inspection.notCovered('fewer than two records differ in what they are ordered by')
}

const PAGES = 6

/** Walks forward and backward, in both orders and under a filter: each page joins to the one before. */
export async function walks(inspection: Inspection): Promise<void> {
  const { operation } = inspection
  const { complete, broken, edges } = inspection.list.all
  if (broken !== undefined) inspection.problem(`the list cannot be walked: ${broken}`)
  if (!complete) inspection.notCovered('the list is too long to be walked to its end; see --max-records')
  if (edges.length < 2) return inspection.notCovered('there are fewer than two records')
  const isFree = (filter: Params) => !Object.keys(filter).some(name => neededBy(operation, name))
  await inspection.each([{}, ...someFilters(inspection).filter(isFree)], async filter => {
    await walkCompared(inspection, { ...filter, 'pagination.newestFirst': 'true' }, false)
    if (complete) await walkCompared(inspection, { ...filter, 'pagination.newestFirst': 'false' }, true)
  })
}

/** Walks in a few pages, each of which must be the part of the list that is beyond the one before. */
async function walkCompared(inspection: Inspection, params: Params, backward: boolean): Promise<void> {
  const most = inspection.list.all.edges.length
  const size = Math.ceil(most / PAGES)
  const options = { params: { ...inspection.widest, ...params }, size, backward, most }
  const { edges, broken, exchanges } = await walk(page => inspection.compare(page), options)
  const kind = `${backward ? 'backward' : 'forward'}, ${Object.keys(params).join(', ')}`
  if (broken !== undefined)
    inspection.problem(`a walk in pages of ${size} (${kind}): ${broken}`, exchanges[0])
  // The cursor of a filtered page is a position in the whole list.
  const beyond = { ...inspection.widest, 'pagination.first': '2' }
  if (edges[0]) await inspection.compare({ ...beyond, 'pagination.after': edges[0].cursor })
}

const WALKS = 4
const PAGES_OF_REPEATED = 8

/** Repeats walks while the network may change. A record that exists throughout is in each walk once, at the same place. */
export async function repeatedWalks(inspection: Inspection): Promise<void> {
  const { list, widest: params, operation } = inspection
  const { edges, complete } = list.all
  if (edges.length < 2) return inspection.notCovered('there are fewer than two records')
  const size = Math.ceil(edges.length / PAGES_OF_REPEATED)
  const walked: string[][] = []
  for (let round = 0; round < WALKS; round += 1) {
    const found = await inspection.walk({ params, size, most: edges.length * 2 })
    walked.push(namesOf(operation, found.edges))
  }
  const last = new Set(walked.at(-1))
  const throughout = new Set(walked[0]?.filter(name => last.has(name)))
  const [first = [], ...others] = walked.map(names => names.filter(name => throughout.has(name)))
  for (const [index, names] of others.entries()) {
    const place = first.findIndex((name, at) => name !== names[at])
    const isOver = !complete && (place === -1 || place >= names.length)
    if (isOver || names.join('\n') === first.join('\n')) continue
    const [name = '', again = ''] = [first[place], names[place]]
    const repeats = names.indexOf(again) < place ? `repeats ${again}` : `moves ${name}`
    inspection.problem(`walk ${index + 2} ${names.includes(name) ? repeats : `skips ${name}`}`)
  }
}
