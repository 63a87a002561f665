import { type Operation, responseOf } from '../contract/operations.ts'
import { bodyBreaches, headerBreaches } from '../contract/schemas.ts'
import { fieldsIn, itemsAt, type Json, textAt, valueAt } from '../json.ts'
import type { Exchange, Request } from '../log/exchange.ts'
import { each, type Rule } from './rule.ts'

/** The google.rpc codes that the contract ties to a status. */
const CODES: Readonly<Record<number, number>> = { 400: 3, 404: 5, 405: 12, 429: 8, 500: 13, 503: 14 }

/** Text from the inside of a service: a stack frame, a query, a module. */
const INSIDE = /\n\s+at |\bat \S+ \(.*:\d+:\d+\)|\bSELECT\b.*\bFROM\b|node_modules|goroutine \d+|Traceback/

export const schemas: Rule = {
  demands:
    'The status, the headers and the body of a response follow their schemas; an error explains itself.',
  contract: '/paths/*/get/responses',
  start: each(function* (exchange) {
    const { request, sent, status, method, headers, text, body } = exchange
    const { operation, expects } = request
    // A preflight is a matter of browsers.
    if (method === 'OPTIONS') return
    yield* headerBreaches(operation, status, headers)
    if (status === 304 || method === 'HEAD') {
      if (text !== '') yield `a ${status} to ${method} must not have a body`
      return
    }
    const type = headers.get('content-type')
    if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type ?? ''))
      yield `content type of a ${status} must be application/json, got ${type}`
    if (body === undefined) return yield `body of a ${status} must be JSON`
    if (keysIn(text) !== fieldsIn(body).length)
      yield `body of a ${status} must have no name twice in an object`
    const breaches = bodyBreaches(operation, status, body)
    if (status === 200) return yield* [...breaches, ...nameBreaches(body)]
    if (status < 400) return yield `status must be 200, 304 or an error, got ${status}`
    const isWanted = status === expects?.status || (status === 503 && sent.has('x-min-block-height'))
    if (status >= 500 && !isWanted) yield `must not fail with ${status}`
    for (const breach of breaches) yield `error body: ${breach}`
    yield* errorBreaches(exchange, body)
  }),
}

function* errorBreaches({ request, status }: Exchange, body: Json): Generator<string> {
  const [code, wanted] = [valueAt(body, 'code'), CODES[status]]
  if (wanted !== undefined && code !== wanted) yield `code of a ${status} must be ${wanted}, got ${code}`
  if (!isExplaining(textAt(body, 'message'))) yield `a ${status} must have a message`
  if (INSIDE.test(JSON.stringify(body))) yield `a ${status} must not show the inside of the service`
  const isBusy = status === 429 || status === 503
  for (const kind of [status === 400 ? 'BadRequest' : 'ErrorInfo', ...(isBusy ? ['RetryInfo'] : [])]) {
    const [detail, another] = detailsOf(body, kind)
    if (detail === undefined || another !== undefined) {
      yield `details of a ${status} must hold one ${kind}`
      continue
    }
    for (const violation of itemsAt(detail, 'fieldViolations')) {
      const text = textAt(violation, 'description') ?? ''
      if (!isExplaining(text)) yield 'each of fieldViolations must have a description'
      const missing = allowedBy(request, textAt(violation, 'field')).filter(name => !text.includes(name))
      if (missing.length > 0)
        yield `the description of a wrong value must have those allowed: ${missing.join(', ')}`
    }
    const hasReason = textAt(detail, 'reason') && textAt(detail, 'domain') === 'trading-network'
    if (kind === 'ErrorInfo' && !hasReason)
      yield 'an ErrorInfo must have a reason, of the domain trading-network'
  }
}

const isExplaining = (text = '') => /[a-z]{2}/i.test(text)

/** The values that a parameter allows, if they are a few names and the request gives another one. */
function allowedBy({ operation, params }: Request, field = ''): readonly string[] {
  const { kind, schema } = operation.parameters.find(({ name }) => name === field) ?? {}
  const names = kind === 'boolean' ? ['true', 'false'] : (schema?.enum ?? [])
  return [params[field] ?? []].flat().every(value => names.includes(value)) ? [] : names
}

function detailsOf(body: Json | undefined, kind: string): Json[] {
  const type = `type.googleapis.com/google.rpc.${kind}`
  return itemsAt(body, 'details').filter(detail => textAt(detail, '@type') === type)
}

export const reasons: Rule = {
  demands:
    'A 404 of an operation says that its record is unknown, or older than the history, and since when.',
  contract: '/components/responses/OrderNotFound',
  start: each(function* ({ request, method, status, body, headers }) {
    const { operation, pathSuffix, params } = request
    const isOwn = pathSuffix === undefined && operation.responses[status] !== undefined
    if (method !== 'GET' || status !== 404 || !isOwn) return
    const [info] = detailsOf(body, 'ErrorInfo')
    for (const [name, value] of Object.entries(params)) {
      const named = textAt(info, `metadata.${name}`) ?? String(value)
      if (named.toLowerCase() !== String(value).toLowerCase())
        yield `metadata.${name} of a ${status} must be that of the request, ${value}, got ${named}`
    }
    const reason = textAt(info, 'reason')
    if (reason?.endsWith('_NOT_IN_HISTORY')) {
      const since = headers.get('x-history-since')
      if (since === null || textAt(info, 'metadata.historySince') !== since)
        yield `${reason} must come with X-History-Since, and with the same historySince`
    } else if (!reasonsOf(operation, status).includes(reason))
      yield `reason of a ${status} must be ${reasonsOf(operation, status).join(' or ')}, got ${reason}`
  }),
}

/** The reasons in the examples of a response. */
function reasonsOf(operation: Operation, status: number): (string | undefined)[] {
  const examples = responseOf(operation, status).content?.['application/json'].examples ?? {}
  return Object.values(examples).map(({ value }) => textAt(detailsOf(value, 'ErrorInfo')[0], 'reason'))
}

/** Number of names in a JSON text. A reader keeps one of two equal names of an object (RFC 8259, 4). */
function keysIn(text: string): number {
  return text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length ?? 0
}

/** Field names are lowerCamelCase, and nothing is null, in fields too that the contract does not know. */
function nameBreaches(body: Json): Set<string> {
  const found = new Set<string>()
  for (const [path, value] of fieldsIn(body)) {
    const name = path.slice(path.lastIndexOf('.') + 1)
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) found.add(`field ${name} is not lowerCamelCase`)
    if (value === null) found.add(`field ${name} must be absent rather than null`)
  }
  return found
}
