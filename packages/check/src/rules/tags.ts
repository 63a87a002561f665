import { hash } from 'node:crypto'
import { type Exchange, heightOf, withoutBody } from '../log/exchange.ts'
import type { Rule } from './rule.ts'

/** A rule about an exchange and the latest one to the same path and query that is kept. A hash stands for a body. */
function pairs(
  isKept: (exchange: Exchange) => boolean,
  broken: (exchange: Exchange, before: Exchange) => readonly string[],
): Rule['start'] {
  return () => {
    const kept = new Map<string, Exchange>()
    return exchange => {
      const other = kept.get(exchange.target)
      const hashed = { ...withoutBody(exchange), text: hash('sha1', exchange.text) }
      if (isKept(exchange)) kept.set(exchange.target, hashed)
      return other ? broken(hashed, other).map(message => ({ message, other })) : []
    }
  }
}

const hasTag = ({ method, status, headers }: Exchange) =>
  method === 'GET' && status === 200 && headers.has('etag')

export const tags: Rule = {
  demands: 'At one block, a path and query has one ETag and one body; another body has another ETag.',
  contract: '/components/headers/ETag',
  start: pairs(hasTag, (exchange, before) => {
    const isSameTag = exchange.headers.get('etag') === before.headers.get('etag')
    const isSameBody = exchange.text === before.text
    if (!hasTag(exchange) || isSameTag === isSameBody) return []
    return [isSameTag ? 'ETag must change when the body changes' : 'ETag must be the same for equal bodies']
  }),
}

const isPlain = ({ method, status, sent }: Exchange) =>
  method === 'GET' && status === 200 && !sent.has('if-none-match')

export const notModified: Rule = {
  demands: 'If-None-Match with the tag of the response gets 304; with any other tag, the whole response.',
  contract: '/components/responses/NotModified',
  check: 'conditional requests',
  start: pairs(isPlain, (exchange, before) => {
    const { status, sent } = exchange
    const asked = sent.get('if-none-match')
    // Only responses of one block tell for certain; a tag is good at any later block, too.
    if (asked === null || (status !== 200 && status !== 304) || heightOf(before) !== heightOf(exchange))
      return []
    const message = conditionalMismatch(asked, before, exchange)
    return message === undefined ? [] : [`If-None-Match: ${asked}: ${message}`]
  }),
}

function conditionalMismatch(asked: string, plain: Exchange, exchange: Exchange): string | undefined {
  const tag = plain.headers.get('etag') ?? ''
  const strong = (text: string) => text.trim().replace(/^W\//, '')
  const isSame = asked === '*' || asked.split(',').some(each => strong(each) === strong(tag))
  const wanted = isSame ? 304 : 200
  if (exchange.status !== wanted) return `must get ${wanted}, got ${exchange.status}`
  const got = exchange.headers.get('etag')
  if (got !== tag) return `the ETag of the ${wanted} must be ${tag}, got ${got}`
  return wanted === 200 && exchange.text !== plain.text ? 'must get the same body as without it' : undefined
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
  start: pairs(
    ({ method }) => method === 'GET',
    (exchange, get) => {
      const { method, status, headers } = exchange
      if (method !== 'HEAD' || heightOf(get) !== heightOf(exchange)) return []
      if (status !== get.status) return [`HEAD must get ${get.status} like GET, got ${status}`]
      const name = STABLE.find(each => headers.get(each) !== get.headers.get(each))
      if (name === undefined) return []
      return [`HEAD must get ${name}: ${get.headers.get(name)} like GET, got ${headers.get(name)}`]
    },
  ),
}
