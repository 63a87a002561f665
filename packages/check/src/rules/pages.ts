import { textAt } from '../json.ts'
import type { Exchange } from '../log/exchange.ts'
import { keeps } from '../records/filters.ts'
import { namesOf, orderOf } from '../records/lists.ts'
import { edgesOf, pageOf } from '../records/page.ts'
import { each, type Rule } from './rule.ts'

export const pageCursors: Rule = {
  demands: 'Each row of a page has its own cursor, and pageInfo has those of the first and the last.',
  contract: '/components/schemas/PageInfo',
  start: each(function* (exchange) {
    const page = pageOf(exchange)
    if (!page) return
    const { params } = exchange.request
    const { edges, startCursor, endCursor, hasNextPage, hasPreviousPage } = page
    const hasCursor = 'pagination.after' in params || 'pagination.before' in params
    if (new Set(edges.map(({ cursor }) => cursor)).size < edges.length)
      yield 'two rows of a page must not have the same cursor'
    if (startCursor !== (edges[0]?.cursor ?? '')) yield 'startCursor must be that of the first row'
    if (endCursor !== (edges.at(-1)?.cursor ?? '')) yield 'endCursor must be that of the last row'
    if (edges.length === 0 && !hasCursor && (hasNextPage || hasPreviousPage))
      yield 'an empty list has no further pages'
  }),
}

const NO_FACTS = { referrers: new Map(), rows: new Map() }

export const pageRecords: Rule = {
  demands: 'A page lists no record twice, and each record has the id that the request names.',
  contract: '/paths/*/get/responses/200',
  check: 'records',
  start: each(function* (exchange) {
    const { operation, params } = exchange.request
    const edges = edgesOf(exchange)
    for (const parameter of operation.parameters) {
      const { name, required, filter } = parameter
      if (!required || !filter) continue
      const asked = String(params[name])
      const other = edges.find(({ node }) => !keeps(parameter, node, [asked], NO_FACTS, params))
      const got = other && textAt(other.node, filter.tested)
      if (other) yield `${filter.tested} must be the ${name} asked for, ${asked}, got ${got}`
    }
    const names = namesOf(operation, edges)
    const seen = new Set<string>()
    const again = names.find(name => seen.size === seen.add(name).size)
    if (again !== undefined) yield `${again} is listed twice`
  }),
}

export const pageOrder: Rule = {
  demands: 'A page has the newest records first, or the oldest with newestFirst=false.',
  contract: '/components/parameters/PaginationNewestFirst',
  check: 'newest first',
  start: each(disorder),
}

function* disorder(exchange: Exchange): Generator<string> {
  const { operation, params } = exchange.request
  const newest = orderOf(operation)
  if (newest === undefined) return
  const texts = edgesOf(exchange).map(({ node }) => textAt(node, newest) ?? '')
  if (!texts.every(text => /^\d+$/.test(text))) return
  const times = texts.map(BigInt)
  const isOldestFirst = params['pagination.newestFirst'] === 'false'
  const place = times.findIndex((time, index) => {
    const before = times[index - 1] ?? time
    return isOldestFirst ? time < before : time > before
  })
  const wrong = isOldestFirst ? 'older' : 'newer'
  if (place !== -1) yield `row ${place + 1} must not be ${wrong} (${newest}) than the one before it`
}
