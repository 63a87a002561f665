import { fieldsIn, textAt } from '../json.ts'
import type { Exchange } from '../log/exchange.ts'
import { type ExpectedPage, expected, type KnownList, refusal } from './expected.ts'
import { identityOf, namesOf } from './lists.ts'
import { type Page, pageOf } from './page.ts'

/**
 * A response of a list has the records of the walk through all of it that its parameters keep, in order, none missing; or
 * is a 400 for parameters that contradict each other. Both must be of one block.
 *
 * @returns what is wrong; undefined when nothing is
 */
export function mismatch(list: KnownList, exchange: Exchange): string | undefined {
  const { operation, params } = exchange.request
  const refused = refusal(operation, params)
  if (refused.length > 0) return refusalMismatch(refused, exchange)
  const wanted = expected(list, params)
  const page = pageOf(exchange)
  if (!page) return `must be a page, got ${exchange.status}${messageOf(exchange)}`
  const wrong = rowsMismatch(wanted, page, list)
  return wrong ?? (wanted.known === 'all' ? flagsMismatch(wanted, page) : undefined)
}

function rowsMismatch(wanted: ExpectedPage, page: Page, { operation }: KnownList): string | undefined {
  const extra = page.edges.find(({ node }) => !wanted.keeps(node))
  if (extra) return `must not list ${identityOf(operation, extra.node)}`
  if (page.edges.length > wanted.size)
    return `must hold at most ${wanted.size} rows, has ${page.edges.length}`
  if (wanted.known === 'condition') return undefined
  const names = namesOf(operation, wanted.rows)
  const rows = namesOf(operation, wanted.known === 'all' ? page.edges : page.edges.slice(0, names.length))
  const got = new Set(rows)
  const missing = names.find(name => !got.has(name))
  if (missing !== undefined) return `must list ${missing} among ${names.length} rows, has ${rows.length} rows`
  if (rows.length > names.length) return `must hold ${names.length} rows, has ${rows.length}`
  const place = rows.findIndex((name, index) => name !== names[index])
  return place === -1 ? undefined : `has its rows in the wrong order from row ${place + 1} on`
}

function flagsMismatch(wanted: ExpectedPage, page: Page): string | undefined {
  const flag = (['hasNextPage', 'hasPreviousPage'] as const).find(field => page[field] !== wanted[field])
  return flag && `${flag} must be ${wanted[flag]}`
}

function messageOf({ body }: Exchange): string {
  const message = textAt(body, 'message')
  return message === undefined ? '' : `: ${message}`
}

/** A request that must get a status gets it, and a 400 names the parameters that are wrong. */
export function unexpected(exchange: Exchange): string | undefined {
  const { expects } = exchange.request
  if (!expects) return undefined
  const { what, status, names } = expects
  const wrong = names && refusalMismatch(names, exchange)
  if (wrong !== undefined) return `${what}: ${wrong}`
  return exchange.status === status ? undefined : `${what} must get ${status}, got ${exchange.status}`
}

/** The path of a parameter's name in the body of a 400. */
const VIOLATED = 'details[].fieldViolations[].field'

/** The problem of a response that must be a 400 with these parameter names, and no others. */
function refusalMismatch(names: readonly string[], exchange: Exchange): string | undefined {
  if (exchange.status !== 400)
    return `must be refused with 400 for ${names.join(' and ')}, got ${exchange.status}`
  const fields = fieldsIn(exchange.body ?? null)
  const named = fields.filter(([path]) => path === VIOLATED).map(([, name]) => String(name))
  const isSame = names.every(name => named.includes(name)) && named.every(name => names.includes(name))
  return isSame
    ? undefined
    : `the 400 must name ${names.join(' and ')}, but names ${named.join(', ') || 'nothing'}`
}
