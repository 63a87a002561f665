import { hash } from 'node:crypto'
import { type Operation, recordField, testing } from '../contract/operations.ts'
import { isObject, type Json, textAt, valueAt } from '../json.ts'
import { type Exchange, heightOf, listed, type Params } from '../log/exchange.ts'
import { identityOf } from '../records/lists.ts'
import { edgesOf } from '../records/page.ts'
import { type Rule, same } from './rule.ts'

export const blockHeaders: Rule = {
  demands:
    'All responses are of one chain, on which a height has one time and one hash; all or none depend on Origin.',
  contract: '/components/headers/BlockHash',
  start: same('all blocks', function* (exchange) {
    const height = heightOf(exchange)
    if (height === undefined) return
    for (const name of [
      'X-Chain-Id',
      'X-Block-Timestamp',
      'X-Block-Hash',
      'X-First-Block',
      'X-History-Since',
    ]) {
      const isOfChain = name === 'X-Chain-Id'
      const message = `${name} must be the same in all responses${isOfChain ? '' : ' of one block'}`
      const value = exchange.headers.get(name) ?? ''
      yield { key: isOfChain ? name : `${name} ${height}`, value, message }
    }
    const value = String(listed(exchange.headers.get('vary')).includes('origin'))
    yield { key: 'Vary', value, message: 'Vary must hold Origin in all responses, or in none' }
    const hash = exchange.headers.get('X-Block-Hash')
    const message = 'two blocks must not have the same X-Block-Hash'
    if (hash !== null) yield { key: hash, value: String(height), message }
  }),
}

export const sameRecords: Rule = {
  demands: 'In all responses of one block, a record has the same fields, and so has what is beside a page.',
  contract: '/components/headers/BlockHeight',
  start: same('one block', function* (exchange) {
    if (exchange.status !== 200 || heightOf(exchange) === undefined) return
    for (const [key, value, name] of partsOf(exchange))
      yield {
        key,
        value: JSON.stringify(value),
        message: before => {
          const what = name ?? `${firstDifference(JSON.parse(before) as Json, value)} of a record`
          return `${what} must be the same in all responses of one block`
        },
      }
  }),
}

export const pairs: Rule = {
  demands: 'Each of the two stop orders of an OCO pair names the other.',
  contract: '/components/schemas/StopOrder/properties/ocoLinkId',
  start: same('one block', function* (exchange) {
    const message = 'the stop order of an ocoLinkId must have an ocoLinkId back'
    for (const { node } of exchange.request.operation.id === 'listStopOrders' ? edgesOf(exchange) : []) {
      const [id = '', other = ''] = ['id', 'ocoLinkId'].map(field => textAt(node, `stopOrder.${field}`))
      yield { key: id, value: other, message }
      if (other !== '') yield { key: other, value: id, message }
    }
  }),
}

export const cursors: Rule = {
  demands: 'A cursor is the position of one row, whatever happens to the list.',
  contract: '/components/schemas/Cursor',
  check: 'repeated walks',
  start: same('all blocks', function* (exchange) {
    const message = (before: string) => `a cursor must be that of one row, was of ${before}`
    for (const { cursor, node } of edgesOf(exchange)) {
      const value = identityOf(exchange.request.operation, node)
      yield { key: `${subjectOf(exchange)} ${cursor}`, value, message }
    }
  }),
}

export const tags: Rule = {
  demands: 'Equal bodies of a path and query have one ETag; another body has another ETag.',
  contract: '/components/headers/ETag',
  start: same('all blocks', function* (exchange) {
    const [tag, body] = [exchange.headers.get('etag'), hash('sha1', exchange.text)]
    if (exchange.method !== 'GET' || exchange.status !== 200 || tag === null) return
    const key = keyOf(exchange)
    yield { key: `${key} ${tag}`, value: body, message: 'ETag must change when the body changes' }
    yield { key: `${key} ${body}`, value: tag, message: 'ETag must be the same for equal bodies' }
  }),
}

export const blockTags: Rule = {
  demands: 'At one block, a request has one ETag in every spelling and encoding, and with 304.',
  contract: '/components/responses/NotModified',
  start: same('one block', function* (exchange) {
    const { status, headers } = exchange
    const value = headers.get('etag') ?? ''
    const message = (before: string) => `the ETag of the ${status} must be ${before}, got ${value}`
    if (status === 200 || status === 304) yield { key: keyOf(exchange), value, message }
  }),
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
  start: same('one block', function* (exchange) {
    const { method, status, headers, sent, request } = exchange
    // A request with an expectation is a special one, such as one with a malformed header.
    const isSpecial = request.expects || sent.has('if-none-match') || sent.has('prefer')
    if (isSpecial || !['GET', 'HEAD'].includes(method) || [429, 503].includes(status)) return
    const values = [['status', status], ...STABLE.map(name => [name, headers.get(name)])]
    const length = headers.get('content-length')
    if (length !== null && !headers.has('content-encoding')) values.push(['content-length', length])
    for (const [name, value] of values)
      yield {
        key: `${keyOf(exchange)} ${name}`,
        value: String(value),
        message: before => `${method} must get ${name}: ${before} like the request before, got ${value}`,
      }
  }),
}

/** The path and query of a request, the same text for every spelling. */
function keyOf({ request }: Exchange): string {
  const { operation, params, query, pathSuffix } = request
  return `${operation.id} ${JSON.stringify([params, query, pathSuffix])}`
}

/** The operation and the required parameters: cursors and records are of these. */
function subjectOf({ request: { operation, params } }: Exchange): string {
  const required = operation.parameters.filter(parameter => parameter.required)
  return [operation.id, ...required.map(({ name }) => String(params[name] ?? '').toLowerCase())].join(' ')
}

/** The records of a response, and what is beside its page: each with a key, and a name if it is no record. */
function* partsOf(exchange: Exchange): Generator<[key: string, value: Json, name?: string]> {
  const { operation, params } = exchange.request
  const { body } = exchange
  if (!isObject(body)) return
  const subject = subjectOf(exchange)
  if (operation.page === undefined) {
    const record = valueAt(body, recordField(operation)) ?? null
    // The latest version is the order as it is without version.
    for (const version of [params.version ?? 'latest', textAt(record, 'version') ?? '1'])
      yield [`${subject} ${version}`, record]
    return
  }
  const { [operation.page]: _, ...beside } = body
  yield [subject, beside, Object.keys(beside).join(', ')]
  const shape = shapeOf(operation, params)
  for (const { node } of edgesOf(exchange))
    yield [`${operation.id} ${identityOf(operation, node)} ${shape}`, node]
}

/** The values of the parameters that change the fields of records, defaults included. */
function shapeOf(operation: Operation, params: Params): string {
  const shaping = testing(operation, 'totals')
  return shaping.map(({ name, default: usual }) => params[name] ?? usual).join(' ')
}

/** The path of the first field in which two records differ. */
function firstDifference(before: Json, now: Json, path = ''): string {
  if (!isObject(before) || !isObject(now)) return path === '' ? 'everything' : path
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  const name = names.find(key => JSON.stringify(before[key]) !== JSON.stringify(now[key]))
  if (name === undefined) return path === '' ? 'the order of fields' : path
  return firstDifference(before[name] ?? null, now[name] ?? null, path === '' ? name : `${path}.${name}`)
}
