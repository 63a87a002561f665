import { bodyBreaches, headerBreaches } from '../contract/schemas.ts'
import { fieldsIn, type Json, textAt, valueAt } from '../json.ts'
import type { Exchange } from '../log/exchange.ts'
import { each, type Rule } from './rule.ts'

/** The google.rpc codes that the contract ties to a status. */
const CODES: Readonly<Record<number, number>> = { 400: 3, 404: 5, 405: 12, 429: 8, 500: 13, 503: 14 }

/** Text from the inside of a service: a stack frame, a query, a module. */
const INSIDE = /\n\s+at |\bat \S+ \(.*:\d+:\d+\)|\bSELECT\b.*\bFROM\b|node_modules|goroutine \d+|Traceback/

export const schemas: Rule = {
  demands:
    'The status, the headers and the body of a response follow their schemas; an error explains itself.',
  contract: '/paths/*/get/responses',
  start: each(breachesOf),
}

function breachesOf({ request, sent, status, method, headers, text, body }: Exchange): string[] {
  // A preflight is a matter of browsers.
  if (method === 'OPTIONS') return []
  const found = headerBreaches(request.operation, status, headers)
  if (status === 304 || method === 'HEAD') {
    return text === '' ? found : [...found, `a ${status} to ${method} must not have a body`]
  }
  const type = headers.get('content-type')
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) {
    found.push(`content type of a ${status} must be application/json, got ${type}`)
  }
  if (body === undefined) return [...found, `body of a ${status} must be JSON`]
  if (status === 200)
    return [...found, ...bodyBreaches(request.operation, status, body), ...nameBreaches(body)]
  if (status < 400) return [...found, `status must be 200, 304 or an error, got ${status}`]
  const isWanted = status === request.expects?.status || (status === 503 && sent.has('x-min-block-height'))
  if (status >= 500 && !isWanted) found.push(`must not fail with ${status}`)
  return [
    ...found,
    ...bodyBreaches(request.operation, status, body).map(breach => `error body: ${breach}`),
    ...errorMeaning(status, body),
  ]
}

function errorMeaning(status: number, body: Json | undefined): string[] {
  const found: string[] = []
  const code = valueAt(body, 'code')
  const wanted = CODES[status]
  if (wanted !== undefined && code !== wanted)
    found.push(`code of a ${status} must be ${wanted}, got ${code}`)
  const message = textAt(body, 'message') ?? ''
  if (!/[a-z]{2}/i.test(message)) found.push(`a ${status} must have a message`)
  if (INSIDE.test(JSON.stringify(body))) found.push(`a ${status} must not show the inside of the service`)
  return [...found, ...detailBreaches(status, body)]
}

/** The fields of each kind of details. */
const KIND_FIELDS: Readonly<Record<string, readonly string[]>> = {
  BadRequest: ['fieldViolations'],
  ErrorInfo: ['reason', 'domain'],
  RetryInfo: ['retryDelay'],
}

function detailBreaches(status: number, body: Json | undefined): string[] {
  const details = [valueAt(body, 'details') ?? []].flat() as readonly Json[]
  const isBusy = status === 429 || status === 503
  const kinds = [status === 400 ? 'BadRequest' : 'ErrorInfo', ...(isBusy ? ['RetryInfo'] : [])]
  return kinds.flatMap(kind => {
    const detail = details.find(each => textAt(each, '@type') === `type.googleapis.com/google.rpc.${kind}`)
    if (detail === undefined) return [`details of a ${status} must hold a ${kind}`]
    const missing = (KIND_FIELDS[kind] ?? []).filter(field => valueAt(detail, field) === undefined)
    const violations = [valueAt(detail, 'fieldViolations') ?? []].flat() as readonly Json[]
    const isWordless = violations.some(each => !/[a-z]{2}/i.test(textAt(each, 'description') ?? ''))
    const isForeign = kind === 'ErrorInfo' && textAt(detail, 'domain') !== 'trading-network'
    return [
      ...missing.map(field => `a ${kind} must have ${field}`),
      ...(isWordless ? ['each of fieldViolations must have a description'] : []),
      ...(isForeign ? ['domain of an ErrorInfo must be trading-network'] : []),
    ]
  })
}

/** Field names are lowerCamelCase, and nothing is null, in fields too that the contract does not know. */
function nameBreaches(body: Json): string[] {
  const found = new Set<string>()
  for (const [path, value] of fieldsIn(body)) {
    const name = path.slice(path.lastIndexOf('.') + 1)
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) found.add(`field ${name} is not lowerCamelCase`)
    if (value === null) found.add(`field ${name} must be absent rather than null`)
  }
  return [...found]
}
