import { contract } from '../contract/document.ts'
import { type Json, textAt, valueAt } from '../json.ts'
import { type Exchange, withoutBody } from '../log/exchange.ts'
import { each, type Rule } from './rule.ts'

export const caching: Rule = {
  demands: 'A cache asks the service before it uses a response again, and a browser renders none as a page.',
  contract: '/components/headers/CacheControl',
  start: each(({ status, headers }) => {
    const text = headers.get('cache-control')
    const directives = (text ?? '').split(',').map(each => each.trim().toLowerCase())
    // With a list of fields, no-cache is about these only; other directives let a cache keep what it has (RFC 9111, 5.2.2).
    const isKept = directives.some(each => /^(s-maxage|stale-|immutable|public$)|^max-age=0*[1-9]/.test(each))
    const type = headers.get('x-content-type-options')
    return [
      ...(text === null || (directives.includes('no-cache') && !isKept)
        ? []
        : [`header cache-control of a ${status} must hold \\bno-cache\\b, got ${text}`]),
      ...(type === null || type === 'nosniff'
        ? []
        : [`header x-content-type-options of a ${status} must hold ^nosniff$`]),
      ...(headers.has('expires') ? [`a ${status} must have no Expires, which lets a cache keep it`] : []),
    ]
  }),
}

export const versions: Rule = {
  demands: 'The service has the major version of this contract, and the same or a later minor one.',
  contract: '/components/headers/ContractVersion',
  start: each(({ headers }) => {
    const got = headers.get('x-contract-version')
    if (got === null) return []
    const [[major = 0, minor = 0], [wantedMajor, wantedMinor = 0]] = [got, contract.info.version].map(text =>
      text.split('.').map(Number),
    ) as [number[], number[]]
    if (major === wantedMajor && minor >= wantedMinor) return []
    return [
      `X-Contract-Version must be ${contract.info.version} or a later one of its major version, got ${got}`,
    ]
  }),
}

export const retries: Rule = {
  demands: 'Retry-After and the retryDelay of the body name the same time.',
  contract: '/components/headers/RetryAfter',
  start: each(({ status, headers, body }) => {
    const details = [valueAt(body, 'details') ?? []].flat() as readonly Json[]
    const delay = details.map(each => textAt(each, 'retryDelay')).find(Boolean)
    const after = headers.get('retry-after')
    if (delay === undefined || after === null || Math.ceil(Number.parseFloat(delay)) === Number(after))
      return []
    return [`Retry-After of a ${status} must be its retryDelay, ${delay}, got ${after}`]
  }),
}

export const methods: Rule = {
  demands: 'Allow names GET and HEAD, which each path takes, and nothing else.',
  contract: '/components/headers/Allow',
  start: each(({ status, headers }) => {
    const text = headers.get('allow')
    const names = (text ?? '').split(',').map(each => each.trim())
    const isRight = ['GET', 'HEAD'].every(each => names.includes(each)) && !names.some(isChange)
    return text === null || isRight
      ? []
      : [`header allow of a ${status} must hold GET and HEAD only, got ${text}`]
  }),
}

const isChange = (name: string) => !['GET', 'HEAD', 'OPTIONS'].includes(name)

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

const LIMITS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/** Each process of a service may count for itself, so one more request may not lower the count. */
const REQUESTS = 4

export const rateLimit: Rule = {
  demands: 'A service with a rate limit says so in three headers of every response, and counts the requests.',
  contract: '/components/headers/RateLimitRemaining',
  check: 'rate limit',
  start: () => {
    let first: Exchange | undefined
    const latest = new Map<number, { remaining: string; times: number }>()
    return exchange => {
      const { status, headers } = exchange
      // A preflight is no request to the contract.
      if (exchange.method === 'OPTIONS') return []
      first ??= status === 200 ? withoutBody(exchange) : undefined
      // A service without a limit, or a cache before it, names none; an error that passes the cache may have it.
      if (!first || !LIMITS.every(name => first?.headers.has(name))) return []
      const missing = LIMITS.filter(name => !headers.has(name))
      if (missing.length > 0)
        return [{ message: `a ${status} must have ${missing.join(' and ')}`, other: first }]
      const [limit = '', remaining = ''] = LIMITS.map(name => headers.get(name) ?? '')
      const before = latest.get(status)
      const times = before?.remaining === remaining ? before.times + 1 : 1
      latest.set(status, { remaining, times })
      if (limit !== first.headers.get('RateLimit-Limit'))
        return [{ message: 'RateLimit-Limit must be the same in all responses', other: first }]
      if (Number(remaining) >= Number(limit))
        return [{ message: 'RateLimit-Remaining must be below RateLimit-Limit after a request' }]
      if (times < REQUESTS || remaining === '0') return []
      return [{ message: `RateLimit-Remaining of a ${status} must go down with the requests` }]
    }
  },
}
