import { fieldsIn, type Json, textAt } from '../json.ts'
import type { ListMeaning } from '../meaning/lists.ts'
import { type Edge, type Page, pageOf } from '../search/page.ts'
import type { Exchange, Params } from '../service/exchange.ts'
import { type ExpectedPage, expected, type KnownList, refusal } from './expected.ts'

/** The path of a parameter's name in the body of a 400. */
const VIOLATED = 'details[].fieldViolations[].field'

/** The identity of a record, as one text. */
export function identityOf({ identity }: ListMeaning, record: Json): string {
  return identity.map(path => textAt(record, path) ?? '').join(' ')
}

/** The identities of rows, each as one text. Equal records, if the list may have some, are numbered. */
export function namesOf(meaning: ListMeaning, edges: readonly Edge[]): string[] {
  const counts = new Map<string, number>()
  return edges.map(({ node }) => {
    const name = identityOf(meaning, node)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return meaning.hasEqualRecords && count > 1 ? `${name} (${count})` : name
  })
}

/** The problem of a response, given the records of the list; undefined when there is none. */
export function mismatch(list: KnownList, params: Params, exchange: Exchange): string | undefined {
  const refused = refusal(list.meaning, params)
  if (refused.length > 0) return refusalMismatch(refused, exchange)
  const wanted = expected(list, params)
  const page = pageOf(list.operation, exchange)
  if (!page) return `must be a page, got ${exchange.status}${messageOf(exchange)}`
  const wrong = rowsMismatch(wanted, page, list.meaning)
  return wrong ?? (wanted.known === 'all' ? flagsMismatch(wanted, page) : undefined)
}

/** The problem of a response that must be a 400 with these parameter names. */
export function refusalMismatch(names: readonly string[], exchange: Exchange): string | undefined {
  if (exchange.status !== 400)
    return `must be refused with 400 for ${names.join(' and ')}, got ${exchange.status}`
  const fields = fieldsIn(exchange.body ?? null)
  const named = fields.filter(([path]) => path === VIOLATED).map(([, name]) => name)
  const missing = names.filter(name => !named.includes(name))
  if (missing.length === 0) return undefined
  return `the 400 must name ${missing.join(' and ')}, but names ${named.join(', ') || 'nothing'}`
}

function rowsMismatch(wanted: ExpectedPage, page: Page, meaning: ListMeaning): string | undefined {
  const extra = page.edges.find(({ node }) => !wanted.keeps(node))
  if (extra) return `must not list ${identityOf(meaning, extra.node)}`
  if (page.edges.length > wanted.size)
    return `must hold at most ${wanted.size} rows, has ${page.edges.length}`
  if (wanted.known === 'condition') return undefined
  const names = namesOf(meaning, wanted.rows)
  const rows = namesOf(meaning, wanted.known === 'all' ? page.edges : page.edges.slice(0, names.length))
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
