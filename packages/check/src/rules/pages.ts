import { textAt } from '../json.ts'
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

export const pageRecords: Rule = {
  demands: 'A page lists no record twice.',
  contract: '/paths/*/get/responses/200',
  check: 'records',
  start: each(function* (exchange) {
    const names = namesOf(exchange.request.operation, edgesOf(exchange))
    const again = names.length > new Set(names).size && names.find((name, at) => names.indexOf(name) < at)
    if (again) yield `${again} is listed twice`
  }),
}

export const pageOrder: Rule = {
  demands: 'A page has the newest records first, or the oldest with newestFirst=false.',
  contract: '/components/parameters/PaginationNewestFirst',
  check: 'newest first',
  start: each(function* (exchange) {
    const { operation, params } = exchange.request
    const newest = orderOf(operation)
    const isOldestFirst = params['pagination.newestFirst'] === 'false'
    let before: bigint | undefined
    for (const [place, { node }] of newest === undefined ? [] : edgesOf(exchange).entries()) {
      const text = textAt(node, newest ?? '') ?? ''
      if (!/^\d+$/.test(text)) return
      const time = BigInt(text)
      if (before !== undefined && (isOldestFirst ? time < before : time > before))
        return yield `row ${place + 1} must not be ${isOldestFirst ? 'older' : 'newer'} (${newest}) than the one before it`
      before = time
    }
  }),
}
