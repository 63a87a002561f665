import type { Exchange } from '../log/exchange.ts'
import type { Inspection, Planned } from './inspection.ts'
import { someFilters } from './samples.ts'

const plain: Planned = {}
const bad: Planned = { query: 'noSuchParameter=1' }
const beyond: Planned = { pathSuffix: '/no-such-path' }
const conditional: Planned = { headers: { 'if-none-match': '{tag}' } }
const far: Planned = {
  headers: { 'x-min-block-height': '{far}' },
  expects: { what: 'X-Min-Block-Height of a block far ahead', status: 503 },
}

/** Requests that together get 200, 304, 400, 404, 405 and 503, with these headers. */
function ofEveryStatus(headers: Readonly<Record<string, string>> = {}): Planned[] {
  const all = [plain, conditional, far, bad, beyond, { method: 'POST' }]
  return all.map(each => ({ ...each, headers: { ...headers, ...each.headers } }))
}

export const OTHER_TAG = '"no-such-tag"'
const TAGS = ['{tag}', '{strong}', 'W/{strong}', `${OTHER_TAG}, "a, b", {tag}`, '*', OTHER_TAG]

/** `If-None-Match` with the tag of the response, with others, of another page, of an earlier state, of a bad request. */
export function conditionalRequests({ required, operation }: Inspection, first: Exchange): Planned[][] {
  const page = operation.page === undefined ? { version: '1' } : { 'pagination.first': '1' }
  const other = { params: { ...required, ...page } }
  const expects = { what: 'a bad request with If-None-Match', status: 400 }
  return [
    ...TAGS.map(tag => [plain, { headers: { 'if-none-match': tag, 'x-min-block-height': '{height}' } }]),
    [other, plain, { ...other, ...conditional }],
    [plain, other, conditional],
    [plain, { headers: { 'if-none-match': first.headers.get('etag') ?? '*' } }],
    [plain, { ...bad, ...conditional, expects }],
  ]
}

/** HEAD for a response, for a bad request and for an unknown path. */
export function headRequests(): Planned[][] {
  const pairs = [plain, bad, beyond].map(each => [each, { ...each, method: 'HEAD' }])
  return [...pairs, [plain, { ...conditional, method: 'HEAD' }]]
}

/** One response in other encodings, and for a request that is written in percent codes. */
export function spellings(inspection: Inspection): Planned[][] {
  const hasRecords = inspection.list.all.edges.length > 0
  const page = hasRecords ? { 'pagination.first': '2', 'pagination.newestFirst': 'false' } : {}
  const params = { ...inspection.required, ...someFilters(inspection)[0], ...page }
  const spelled: Planned[] = [
    { isEncoded: true },
    ...['gzip', 'br', 'identity'].map(name => ({ headers: { 'accept-encoding': name } })),
    { headers: { accept: '*/*' } },
    { headers: { 'user-agent': 'Mozilla/5.0' } },
  ]
  return spelled.map(each => [{ params }, { params, ...each }])
}

const MALFORMED_HEIGHTS = ['abc', '-1', '1.5', '1e3', '9'.repeat(20)]

/** Requests of every status; then `X-Min-Block-Height` of blocks that are reached, far ahead or malformed. */
export function blockHeights(): Planned[] {
  const name = 'X-Min-Block-Height'
  const expects = { what: `${name} of a reached block`, status: 200 }
  const reached = ['0', '{height}'].map(height => ({ headers: { 'x-min-block-height': height }, expects }))
  const unchanged = { ...far, headers: { ...far.headers, ...conditional.headers } }
  const malformed = MALFORMED_HEIGHTS.map(height => ({
    headers: { 'x-min-block-height': height },
    expects: { what: `${name}: ${height}`, status: 400, names: [name] },
  }))
  return [...ofEveryStatus(), plain, ...reached, unchanged, ...malformed]
}

/** A few requests of every status, for the counts of a rate limit. */
export function rateLimit(): Planned[] {
  return ofEveryStatus().flatMap(each => Array<Planned>(4).fill(each))
}

/** Usable and unusable request ids, in requests of every status. */
export function requestIds(): Planned[] {
  const own = ofEveryStatus({ 'x-request-id': 'check:1/a_b.c' })
  return [...own, plain, ...['a b', 'x'.repeat(128)].map(id => ({ headers: { 'x-request-id': id } }))]
}

const ASKED = 'if-none-match, prefer, x-min-block-height, x-request-id'

/** Requests that a browser sends for the pages of two websites: with its Origin, and the preflight before them. */
export function browsers(): Planned[] {
  const origin = { origin: 'https://page.example' }
  const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': ASKED }
  return [
    ...ofEveryStatus(origin),
    { method: 'HEAD', headers: origin },
    { headers: { origin: 'https://other.example' } },
    { method: 'OPTIONS', headers: { ...origin, ...preflight } },
  ]
}
