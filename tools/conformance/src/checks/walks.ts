import type { Inspection } from '../inspection.ts'
import { identityOf } from '../model/compare.ts'
import type { KnownList } from '../model/expected.ts'
import { type Walked, walk } from '../search/walk.ts'
import type { Params } from '../service/exchange.ts'
import type { Check } from './check.ts'
import { richest, samplesAround } from './samples.ts'

const PAGES = 6
const MAX_ATTEMPTS = 3

/** Walks forward and backward, in both orders and under a filter, give the same records, each once. */
export const walks: Check = {
  name: 'walks',
  operations: 'lists',
  async run(inspection) {
    const { all, meaning } = inspection.list
    if (all.broken !== undefined) inspection.problem(`the list cannot be walked: ${all.broken}`)
    if (!all.complete)
      inspection.notCovered('the list is too long to be walked to its end; see --max-records')
    if (all.edges.length < 2) return inspection.notCovered('there are fewer than two records')
    const record = richest(inspection)
    const filters = (record ? samplesAround(inspection, record) : [])
      .filter(({ name }) => name in meaning.filters && !(name in (meaning.needs ?? {})))
      .map(({ name, value }) => ({ [name]: value }))
    await compareWalks(inspection, {}, all.complete ? ['forward', 'backward'] : ['forward'], [
      'true',
      'false',
    ])
    await inspection.each(filters, async filter => {
      await compareWalks(inspection, filter, ['forward'], ['true'])
      if (all.complete) await compareWalks(inspection, filter, ['backward'], ['false'])
    })
  },
}

type Way = 'forward' | 'backward'

async function compareWalks(inspection: Inspection, filter: Params, ways: Way[], orders: string[]) {
  for (const way of ways) for (const order of orders) await compareWalk(inspection, filter, way, order)
}

async function compareWalk(inspection: Inspection, filter: Params, way: Way, newestFirst: string) {
  const { required, operation } = inspection
  const { widest } = inspection.list.meaning
  const ask = (_: unknown, request: Params) => inspection.ask(request)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { list } = inspection
    const most = list.all.edges.length
    const params = { ...required, ...widest, ...filter, 'pagination.newestFirst': newestFirst }
    const whole = await walk(ask, operation, { params, size: 1000, most })
    const size = Math.max(1, Math.ceil(whole.edges.length / PAGES))
    const walked = await walk(ask, operation, { params, size, backward: way === 'backward', most })
    const wrong = difference(walked, whole, list)
    if (wrong === undefined) return
    if (!(await inspection.movedSince(list))) {
      const what = `${way}, newest first ${newestFirst}, ${Object.keys(filter)[0] ?? 'unfiltered'}`
      return inspection.problem(`a walk in pages of ${size} (${what}) differs from the whole list: ${wrong}`)
    }
  }
  inspection.notCovered('the list moved during each walk')
}

function difference(walked: Walked, whole: Walked, { meaning, all }: KnownList): string | undefined {
  if (walked.broken !== undefined) return walked.broken
  const cursors = new Set(walked.edges.map(({ cursor }) => cursor))
  if (cursors.size < walked.edges.length) return 'a cursor repeats'
  const names = walked.edges.map(({ node }) => identityOf(meaning, node))
  const wanted = whole.edges.map(({ node }) => identityOf(meaning, node))
  const lengths = [names.length, wanted.length]
  const most = all.complete ? Math.max(...lengths) : Math.min(...lengths)
  const same = names.slice(0, most).join('\n') === wanted.slice(0, most).join('\n')
  return same
    ? undefined
    : `it gives ${names.length} records of ${wanted.length}, or others, or in another order`
}
