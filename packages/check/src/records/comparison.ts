import { itemsAt, textAt } from '../json.ts'
import type { Exchange } from '../log/exchange.ts'
import { expected, keepsRecord, refusal, type Subject } from './expected.ts'
import { identityOf, namesOf } from './lists.ts'
import { pageOf } from './page.ts'

/**
 * A response of a list has the records of the walk through all of it that its parameters keep, in order, none missing; or
 * is a 400 for parameters that contradict each other. Both must be of one block.
 *
 * @returns what is wrong; undefined when nothing is
 */
export function mismatch(list: Subject, exchange: Exchange): string | undefined {
  const { operation, params } = exchange.request
  const refused = refusal(operation, params)
  if (refused.length > 0) return refusalMismatch(refused, exchange)
  const page = pageOf(exchange)
  const message = textAt(exchange.body, 'message')
  if (!page) return `must be a page, got ${exchange.status}${message === undefined ? '' : `: ${message}`}`
  const wanted = expected(list, params)
  const { edges } = page
  const extra = edges.find(({ node }) => !keepsRecord(list, params, node))
  if (extra) return `must not list ${identityOf(operation, extra.node)}`
  if (edges.length > wanted.size) return `must hold at most ${wanted.size} rows, has ${edges.length}`
  if (wanted.known === 'condition') return undefined
  const names = namesOf(operation, wanted.rows)
  const rows = namesOf(operation, wanted.known === 'all' ? edges : edges.slice(0, names.length))
  const got = new Set(rows)
  const missing = names.find(name => !got.has(name))
  if (missing !== undefined) return `must list ${missing} among ${names.length} rows, has ${rows.length} rows`
  if (rows.length > names.length) return `must hold ${names.length} rows, has ${rows.length}`
  const place = rows.findIndex((name, index) => name !== names[index])
  if (place !== -1) return `has its rows in the wrong order from row ${place + 1} on`
  const flags = (['hasNextPage', 'hasPreviousPage'] as const).filter(flag => page[flag] !== wanted[flag])
  const [flag] = wanted.known === 'all' ? flags : []
  return flag && `${flag} must be ${wanted[flag]}`
}

/** A request that must get a status gets it, and a 400 names the parameters that are wrong. */
export function unexpected(exchange: Exchange): string | undefined {
  const { expects } = exchange.request
  if (!expects) return undefined
  const { what, status, names } = expects
  const wrong = names && refusalMismatch(names, exchange)
  if (wrong !== undefined) return `${what}: ${wrong}`
  // A limited history may lose the order between two requests.
  const isOrder = exchange.request.operation.page === undefined
  const isLost = isOrder && exchange.status === 404 && exchange.headers.has('x-history-since')
  return exchange.status === status || (status === 200 && isLost)
    ? undefined
    : `${what} must get ${status}, got ${exchange.status}`
}

/** The problem of a response that must be a 400 with these parameter names, and no others. */
function refusalMismatch(wanted: readonly string[], { status, body }: Exchange): string | undefined {
  const names = wanted.join(' and ')
  if (status !== 400) return `must be refused with 400 for ${names}, got ${status}`
  const violations = itemsAt(body, 'details').flatMap(detail => itemsAt(detail, 'fieldViolations'))
  const named = violations.map(violation => textAt(violation, 'field'))
  if (named.toSorted().join() === wanted.toSorted().join()) return undefined
  return `the 400 must name ${names}, but names ${named.join(', ') || 'nothing'}`
}
