import { hash } from 'node:crypto'
import { type Exchange, heightOf, withoutBody } from '../log/exchange.ts'
import type { Broken, Rule } from './rule.ts'

/** The latest responses of a path and query: a tag stands for a body, and at a block there is one of each. */
interface Seen {
  readonly exchange: Exchange
  readonly tag: string
  readonly body: string
}

export const tags: Rule = {
  demands: 'At one block, a path and query has one ETag and one body; another body has another ETag.',
  contract: '/components/headers/ETag',
  start: () => {
    const seen = new Map<string, Seen>()
    return exchange => {
      const tag = exchange.headers.get('etag')
      if (tag === null || exchange.status !== 200 || exchange.method !== 'GET') return []
      const key = exchange.target
      const before = seen.get(key)
      const body = hash('sha1', exchange.text)
      seen.set(key, { exchange: withoutBody(exchange), tag, body })
      if (!before) return []
      const other = before.exchange
      if (before.tag === tag && before.body !== body)
        return [{ message: 'ETag must change when the body changes', other }]
      if (before.tag !== tag && before.body === body)
        return [{ message: 'ETag must be the same for equal bodies', other }]
      return []
    }
  },
}

export const notModified: Rule = {
  demands: 'If-None-Match with the tag of the response gets 304; with any other tag, the whole response.',
  contract: '/components/responses/NotModified',
  check: 'conditional requests',
  start: () => {
    const plain = new Map<string, Exchange>()
    return exchange => {
      const { method, status, target, sent } = exchange
      const asked = sent.get('if-none-match')
      const before = plain.get(target)
      if (asked === null && status === 200 && method === 'GET')
        plain.set(target, { ...withoutBody(exchange), text: hash('sha1', exchange.text) })
      if (asked === null || !before || (status !== 200 && status !== 304)) return []
      // Only responses of one block tell for certain; a tag is good at any later block, too.
      if (heightOf(before) !== heightOf(exchange)) return []
      const message = conditionalMismatch(asked, before, exchange)
      return message === undefined ? [] : [{ message: `If-None-Match: ${asked}: ${message}`, other: before }]
    }
  },
}

function conditionalMismatch(asked: string, plain: Exchange, exchange: Exchange): string | undefined {
  const tag = plain.headers.get('etag') ?? ''
  const strong = (text: string) => text.trim().replace(/^W\//, '')
  const isSame = asked === '*' || asked.split(',').some(each => strong(each) === strong(tag))
  const wanted = isSame ? 304 : 200
  if (exchange.status !== wanted) return `must get ${wanted}, got ${exchange.status}`
  const got = exchange.headers.get('etag')
  if (got !== tag) return `the ETag of the ${wanted} must be ${tag}, got ${got}`
  return wanted === 200 && hash('sha1', exchange.text) !== plain.text
    ? 'must get the same body as without it'
    : undefined
}

/** Headers that depend on the request and the block only. */
const STABLE = [
  ...['content-type', 'etag', 'cache-control', 'allow', 'x-block-height', 'x-block-timestamp'],
  ...['x-chain-id', 'x-block-hash', 'x-first-block', 'x-history-since'],
]

export const heads: Rule = {
  demands: 'HEAD gets the status and the headers of GET, without a body.',
  contract: '/info/description',
  check: 'HEAD requests',
  start: () => {
    const gets = new Map<string, Exchange>()
    return exchange => {
      const { method, target, status, headers } = exchange
      if (method === 'GET') gets.set(target, withoutBody(exchange))
      const get = gets.get(target)
      if (method !== 'HEAD' || !get || heightOf(get) !== heightOf(exchange)) return []
      const found: Broken[] = STABLE.filter(name => headers.get(name) !== get.headers.get(name)).map(
        name => ({
          message: `HEAD must get ${name}: ${get.headers.get(name)} like GET, got ${headers.get(name)}`,
          other: get,
        }),
      )
      return status === get.status
        ? found.slice(0, 1)
        : [{ message: `HEAD must get ${get.status} like GET, got ${status}`, other: get }]
    }
  },
}
