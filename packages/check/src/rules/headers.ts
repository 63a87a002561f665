import { contract } from '../contract/document.ts'
import { responseOf } from '../contract/operations.ts'
import { itemsAt, textAt } from '../json.ts'
import { type Exchange, listed, withoutBody } from '../log/exchange.ts'
import { each, type Rule } from './rule.ts'

const { version } = contract.info

/** Directives that let a cache reuse a stored response. `no-cache` with a list of fields covers only these (RFC 9111, 5.2.2). */
const KEEPS = /^(s-maxage|stale-|immutable|public$)|^max-age=0*[1-9]/

/** The meaning of a header, where a response has it; `place` is its name in the contract. */
type Meaning = readonly [
  header: string,
  place: string,
  must: string,
  holds: (text: string, exchange: Exchange) => boolean,
]

const MEANINGS: readonly Meaning[] = [
  ['cache-control', 'CacheControl', 'hold \\bno-cache\\b', isFresh],
  ['expires', 'CacheControl', 'be absent: a cache keeps it', () => false],
  ['vary', 'Vary', 'name headers', text => text.trim() !== '*'],
  ['x-content-type-options', 'ContentTypeOptions', 'hold ^nosniff$', text => text === 'nosniff'],
  ['x-contract-version', 'ContractVersion', `be ${version} or a later one of its major version`, isLater],
  ['retry-after', 'RetryAfter', 'be the retryDelay of the body', isRetryDelay],
  // Methods distinguish letter case (RFC 9110, 9.1).
  ['allow', 'Allow', 'hold GET and HEAD only', text => /^(GET, ?HEAD|HEAD, ?GET)(, ?OPTIONS)?$/.test(text)],
  ['sunset', 'Sunset', 'be an HTTP date after that of Deprecation', isAfterDeprecation],
]

function isFresh(text: string): boolean {
  const directives = listed(text)
  return directives.includes('no-cache') && !directives.some(name => KEEPS.test(name))
}

function isLater(text: string): boolean {
  const [major, minor = 0] = text.split('.').map(Number)
  const [wanted, least = 0] = version.split('.').map(Number)
  return major === wanted && minor >= least
}

function isRetryDelay(text: string, { body }: Exchange): boolean {
  const delays = itemsAt(body, 'details').flatMap(detail => textAt(detail, 'retryDelay') ?? [])
  return body === undefined || Math.ceil(Number.parseFloat(delays[0] ?? '')) === Number(text)
}

function isAfterDeprecation(text: string, { headers }: Exchange): boolean {
  const since = Number(headers.get('deprecation')?.replace('@', '') ?? Number.NaN) * 1000
  return /^\w{3}, .* GMT$/.test(text) && Date.parse(text) >= since
}

export const meanings: readonly Rule[] = MEANINGS.map(([header, place, must, holds]) => ({
  demands: `${header} must ${must}.`,
  contract: `/components/headers/${place}`,
  start: each(function* (exchange) {
    const text = exchange.headers.get(header)
    if (text !== null && !holds(text, exchange))
      yield `header ${header} of a ${exchange.status} must ${must}, got ${text}`
  }),
}))

/** Headers that depend neither on the request nor on the records. */
const STEADY = ['cache-control', 'x-content-type-options', 'x-contract-version', 'x-request-id', 'x-chain-id']

export const presence: Rule = {
  demands: 'A header that one response has, every response has for which the contract has it.',
  contract: '/paths/*/get/responses',
  start: () => {
    const known = new Map<string, Exchange>()
    return function* (exchange) {
      const { status, method, headers, request } = exchange
      const declared = Object.keys(responseOf(request.operation, status).headers ?? {})
      // A server may send these before it knows the operation of the request.
      if (method === 'OPTIONS' || [429, 503].includes(status)) return
      for (const name of STEADY.filter(each => declared.some(own => own.toLowerCase() === each))) {
        const other = known.get(name)
        if (headers.has(name)) known.set(name, other ?? withoutBody(exchange))
        else if (other) yield { message: `a ${status} must have ${name}, which other responses have`, other }
      }
    }
  },
}

const strong = (tag: string) => tag.trim().replace(/^W\//, '')

export const notModified: Rule = {
  demands: 'If-None-Match with the tag of the response gets 304; with any other tag, the whole response.',
  contract: '/components/responses/NotModified',
  check: 'conditional requests',
  start: each(function* ({ sent, status, headers }) {
    const [asked, tag] = [sent.get('if-none-match'), headers.get('etag')]
    if (asked === null || (status !== 200 && status !== 304)) return
    const isSame = asked === '*' || asked.split(',').some(each => strong(each) === strong(tag ?? ''))
    const wanted = isSame ? 304 : 200
    if (status !== wanted) yield `If-None-Match: ${asked}: must get ${wanted}, got ${status} with ${tag}`
  }),
}

const ID = 'X-Request-Id'

export const requestIds: Rule = {
  demands:
    'A request id of the client comes back unchanged. Without one, each response has an id of its own.',
  contract: '/components/headers/RequestId',
  check: 'request ids',
  start: () => {
    const seen = new Map<string, Exchange>()
    return function* (exchange) {
      const [sent, got] = [exchange.sent.get(ID), exchange.headers.get(ID)]
      if (got === null) return
      if (sent === null) {
        const other = seen.get(got)
        seen.set(got, withoutBody(exchange))
        if (other) yield { message: `two responses must not have the same ${ID}`, other }
        return
      }
      const isUsable = /^[\w.:/@+=~-]{1,128}$/.test(sent)
      if (isUsable && got !== sent)
        yield `${ID} must come back unchanged with a ${exchange.status}, got ${got}`
      if (!isUsable && got === sent) yield `an unusable ${ID} must not come back`
    }
  },
}
