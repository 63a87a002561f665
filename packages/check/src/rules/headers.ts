import { contract } from '../contract/document.ts'
import { type Json, textAt, valueAt } from '../json.ts'
import { type Exchange, withoutBody } from '../log/exchange.ts'
import { each, type Rule } from './rule.ts'

/** A rule about a header, where a response has it: what is wrong with its value. */
function about(
  header: string,
  place: string,
  demands: string,
  wrong: (text: string, exchange: Exchange) => string | undefined,
): Rule {
  const broken = (exchange: Exchange) => {
    const text = exchange.headers.get(header)
    const found = text === null ? undefined : wrong(text, exchange)
    return found === undefined ? [] : [found]
  }
  return { demands, contract: `/components/headers/${place}`, start: each(broken) }
}

const directivesOf = (text: string) => text.split(',').map(each => each.trim().toLowerCase())

/** Directives that let a cache reuse a stored response. `no-cache` with a list of fields covers only these (RFC 9111, 5.2.2). */
const KEEPS = /^(s-maxage|stale-|immutable|public$)|^max-age=0*[1-9]/

/** The rules on what one header means. */
export const meanings: readonly Rule[] = [
  about('cache-control', 'CacheControl', 'A cache asks the service before each use.', (text, { status }) => {
    const directives = directivesOf(text)
    return directives.includes('no-cache') && !directives.some(each => KEEPS.test(each))
      ? undefined
      : `header cache-control of a ${status} must hold \\bno-cache\\b, got ${text}`
  }),
  about(
    'expires',
    'CacheControl',
    'A cache keeps no response by its date.',
    (_, { status }) => `a ${status} must have no Expires, which lets a cache keep it`,
  ),
  about('x-content-type-options', 'ContentTypeOptions', 'No browser renders a page.', (text, { status }) =>
    text === 'nosniff' ? undefined : `header x-content-type-options of a ${status} must hold ^nosniff$`,
  ),
  about(
    'x-contract-version',
    'ContractVersion',
    'The service follows this contract or a later minor one.',
    text => {
      const [[major, minor = 0], [wantedMajor, wantedMinor = 0]] = [text, contract.info.version].map(each =>
        each.split('.').map(Number),
      ) as [number[], number[]]
      return major === wantedMajor && minor >= wantedMinor
        ? undefined
        : `X-Contract-Version must be ${contract.info.version} or a later one of its major version, got ${text}`
    },
  ),
  about('retry-after', 'RetryAfter', 'Header and body name the same time.', (text, { status, body }) => {
    const details = [valueAt(body, 'details') ?? []].flat() as readonly Json[]
    const delay = details.map(each => textAt(each, 'retryDelay')).find(Boolean)
    return delay === undefined || Math.ceil(Number.parseFloat(delay)) === Number(text)
      ? undefined
      : `Retry-After of a ${status} must be its retryDelay, ${delay}, got ${text}`
  }),
  about('allow', 'Allow', 'Each path takes GET and HEAD, and no method that changes.', (text, { status }) => {
    const names = directivesOf(text)
    const isRight = ['get', 'head'].every(each => names.includes(each))
    return isRight && names.every(each => ['get', 'head', 'options'].includes(each))
      ? undefined
      : `header allow of a ${status} must hold GET and HEAD only, got ${text}`
  }),
  about('sunset', 'Sunset', 'An HTTP date, after the one of the deprecation.', (text, { headers }) => {
    const since = Number(headers.get('deprecation')?.replace('@', '') ?? Number.NaN) * 1000
    return /^\w{3}, .* GMT$/.test(text) && Date.parse(text) >= since
      ? undefined
      : `Sunset must be an HTTP date after that of Deprecation, got ${text}`
  }),
]

const strong = (tag: string) => tag.trim().replace(/^W\//, '')

export const notModified: Rule = {
  demands: 'If-None-Match with the tag of the response gets 304; with any other tag, the whole response.',
  contract: '/components/responses/NotModified',
  check: 'conditional requests',
  start: each(({ sent, status, headers }) => {
    const [asked, tag] = [sent.get('if-none-match'), headers.get('etag')]
    if (asked === null || (status !== 200 && status !== 304)) return []
    const isSame = asked === '*' || asked.split(',').some(each => strong(each) === strong(tag ?? ''))
    const wanted = isSame ? 304 : 200
    return status === wanted ? [] : [`If-None-Match: ${asked}: must get ${wanted}, got ${status} with ${tag}`]
  }),
}

const REQUEST_ID = 'X-Request-Id'

export const requestIds: Rule = {
  demands:
    'A request id of the client comes back unchanged. Without one, each response has an id of its own.',
  contract: '/components/headers/RequestId',
  check: 'request ids',
  start: () => {
    const seen = new Map<string, Exchange>()
    return exchange => {
      const [sent, got] = [exchange.sent.get(REQUEST_ID), exchange.headers.get(REQUEST_ID)]
      if (got === null) return []
      const isUsable = sent !== null && /^[\w.:/@+=~-]{1,128}$/.test(sent)
      if (isUsable && got !== sent)
        return [{ message: `${REQUEST_ID} must come back unchanged with a ${exchange.status}, got ${got}` }]
      if (sent !== null && !isUsable && got === sent)
        return [{ message: `an unusable ${REQUEST_ID} must not come back` }]
      const other = sent === null ? seen.get(got) : undefined
      if (sent === null) seen.set(got, withoutBody(exchange))
      return other ? [{ message: `two responses must not have the same ${REQUEST_ID}`, other }] : []
    }
  },
}
