import { textAt } from '../json.ts'
import type { Params } from '../log/exchange.ts'
import type { KnownList } from '../records/expected.ts'
import { optionalFilter } from '../records/filters.ts'
import { namesOf, neededBy, orderOf } from '../records/lists.ts'
import type { Walked } from '../records/page.ts'
import type { Inspection } from './inspection.ts'
import { richest, samplesAround } from './samples.ts'
import { walk } from './walk.ts'

/** The plain request. The responses to all other checks count here, too. */
export async function responses(inspection: Inspection): Promise<void> {
  const { operation, required, ask } = inspection
  if (operation.page === undefined) return void (await ask(required))
  await ask(required, { expects: { what: 'a plain request', status: 200 } })
  if (inspection.list.all.edges.length === 0)
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
  await inspection.ask(inspection.widest)
  const times = inspection.list.all.edges.map(({ node }) => textAt(node, newest))
  if (new Set(times).size < 2)
    inspection.notCovered('fewer than two records differ in what they are ordered by')
}

const PAGES = 6

/** Walks forward and backward, in both orders and under a filter, give the same records, each once. */
export async function walks(inspection: Inspection): Promise<void> {
  const { all } = inspection.list
  const { operation } = inspection
  const { complete } = all
  if (all.broken !== undefined) inspection.problem({ message: `the list cannot be walked: ${all.broken}` })
  if (!complete) inspection.notCovered('the list is too long to be walked to its end; see --max-records')
  if (all.edges.length < 2) return inspection.notCovered('there are fewer than two records')
  for (const newestFirst of ['true', 'false']) {
    const params = { 'pagination.newestFirst': newestFirst }
    await compareWalk(inspection, 'unfiltered', params, false)
    if (complete) await compareWalk(inspection, 'unfiltered', params, true)
  }
  const record = richest(inspection)
  const filters = (record ? samplesAround(inspection, record) : []).filter(
    ({ name }) => optionalFilter(operation, name) && !neededBy(operation, name),
  )
  await inspection.each(filters, async ({ name, value }) => {
    await compareWalk(inspection, name, { [name]: value, 'pagination.newestFirst': 'true' }, false)
    if (complete)
      await compareWalk(inspection, name, { [name]: value, 'pagination.newestFirst': 'false' }, true)
  })
}

/** Compares a walk in a few pages with a walk in pages that are as large as possible. */
async function compareWalk(inspection: Inspection, filter: string, params: Params, backward: boolean) {
  const { widest } = inspection
  await inspection.atOneBlock(async ask => {
    const { list, operation } = inspection
    const most = list.all.edges.length
    const all = { ...widest, ...params }
    const whole = await walk(ask, operation, { params: all, size: 1000, most })
    const size = Math.max(1, Math.ceil(whole.edges.length / PAGES))
    const walked = await walk(ask, operation, { params: all, size, backward, most })
    const wrong = difference(walked, whole, list)
    if (wrong === undefined) return 'right'
    const order = `newest first ${params['pagination.newestFirst']}`
    const kind = `${backward ? 'backward' : 'forward'}, ${order}, ${filter}`
    const message = `a walk in pages of ${size} (${kind}) differs from the whole list: ${wrong}`
    return { message, exchange: walked.exchanges[0], other: whole.exchanges[0] }
  }, true)
}

function difference(walked: Walked, whole: Walked, { operation, all }: KnownList): string | undefined {
  if (walked.broken !== undefined) return walked.broken
  const cursors = new Set(walked.edges.map(({ cursor }) => cursor))
  if (cursors.size < walked.edges.length) return 'a cursor repeats'
  const names = namesOf(operation, walked.edges)
  const wanted = namesOf(operation, whole.edges)
  const lengths = [names.length, wanted.length]
  const most = all.complete ? Math.max(...lengths) : Math.min(...lengths)
  if (names.slice(0, most).join('\n') === wanted.slice(0, most).join('\n')) return undefined
  return `it gives ${names.length} records of ${wanted.length}, or others, or in another order`
}

const WALKS = 4
const PAGES_OF_REPEATED = 8

/** Repeats walks while the network may change. A record that exists throughout is in each walk once, at the same place. */
export async function repeatedWalks(inspection: Inspection): Promise<void> {
  const { list, widest: params } = inspection
  const { edges, complete } = list.all
  if (edges.length < 2) return inspection.notCovered('there are fewer than two records')
  const size = Math.max(1, Math.ceil(edges.length / PAGES_OF_REPEATED))
  const walked: string[][] = []
  for (let round = 0; round < WALKS; round += 1) {
    const found = await inspection.walk({ params, size, most: edges.length * 2 })
    walked.push(namesOf(inspection.operation, found.edges))
  }
  const last = new Set(walked.at(-1))
  const throughout = new Set(walked[0]?.filter(name => last.has(name)))
  const kept = walked.map(names => names.filter(name => throughout.has(name)))
  for (const [round, names] of kept.entries()) {
    const distinct = new Set(names)
    if (distinct.size < names.length) {
      const again = names.find((name, place) => names.indexOf(name) < place)
      inspection.problem({ message: `walk ${round + 1} repeats ${again}` })
    } else if (!complete) continue
    else if (distinct.size < throughout.size) {
      const skipped = [...throughout].find(name => !distinct.has(name))
      inspection.problem({ message: `walk ${round + 1} skips ${skipped}` })
    } else if (names.join() !== kept[0]?.join())
      inspection.problem({ message: 'records change their places from walk to walk' })
  }
}
