import { textAt } from '../json.ts'
import { keeps } from '../records/filters.ts'
import { namesOf, orderOf } from '../records/lists.ts'
import { edgesOf, pageOf } from '../records/page.ts'
import { each, type Rule } from './rule.ts'

export const pageCursors: Rule = {
  demands: 'Each row of a page has its own cursor, and pageInfo has those of the first and the last.',
  contract: '/components/schemas/PageInfo',
  start: each(exchange => {
    const { params } = exchange.request
    const page = pageOf(exchange)
    if (!page) return []
    const { edges, startCursor, endCursor, hasNextPage, hasPreviousPage } = page
    const hasCursor = 'pagination.after' in params || 'pagination.before' in params
    return Object.entries({
      'two rows of a page must not have the same cursor':
        new Set(edges.map(({ cursor }) => cursor)).size < edges.length,
      'startCursor must be that of the first row': startCursor !== (edges[0]?.cursor ?? ''),
      'endCursor must be that of the last row': endCursor !== (edges.at(-1)?.cursor ?? ''),
      'an empty list has no further pages':
        edges.length === 0 && !hasCursor && (hasNextPage || hasPreviousPage),
    }).flatMap(([message, isBroken]) => (isBroken ? [message] : []))
  }),
}

const NO_FACTS = { referrers: new Map(), rows: new Map() }

export const pageRecords: Rule = {
  demands: 'A page lists no record twice, and each record has the id that the request names.',
  contract: '/paths/*/get/responses/200',
  check: 'records',
  start: each(exchange => {
    const { operation, params } = exchange.request
    const edges = edgesOf(exchange)
    const names = namesOf(operation, edges)
    const seen = new Set<string>()
    const again = names.find(name => seen.size === seen.add(name).size)
    const named = operation.parameters.filter(({ required, filter }) => required && filter)
    const others = named.flatMap(parameter => {
      const { name, filter: { tested } = { tested: '' } } = parameter
      const asked = String(params[name])
      const other = edges.find(({ node }) => !keeps(parameter, node, [asked], NO_FACTS, params))
      if (!other) return []
      return [`${tested} must be the ${name} asked for, ${asked}, got ${textAt(other.node, tested)}`]
    })
    return again === undefined ? others : [...others, `${again} is listed twice`]
  }),
}

export const pageOrder: Rule = {
  demands: 'A page has the newest records first, or the oldest with newestFirst=false.',
  contract: '/components/parameters/PaginationNewestFirst',
  check: 'newest first',
  start: each(exchange => {
    const { operation, params } = exchange.request
    const newest = orderOf(operation)
    if (newest === undefined) return []
    const edges = edgesOf(exchange)
    const texts = edges.map(({ node }) => textAt(node, newest) ?? '')
    if (!texts.every(text => /^\d+$/.test(text))) return []
    const times = texts.map(BigInt)
    const isOldestFirst = params['pagination.newestFirst'] === 'false'
    const place = times.findIndex((time, index) => {
      const before = times[index - 1] ?? time
      return isOldestFirst ? time < before : time > before
    })
    const wrong = isOldestFirst ? 'older' : 'newer'
    return place === -1 ? [] : [`row ${place + 1} must not be ${wrong} (${newest}) than the one before it`]
  }),
}
