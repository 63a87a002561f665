import type { Exchange } from '../log/exchange.ts'
import type { Inspection, Planned, Requests } from './inspection.ts'
import { someFilters } from './samples.ts'
import { NOBODY } from './spellings.ts'

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

/** A small page of a filtered list, or an earlier version of a record. */
function otherOf(inspection: Inspection): Planned {
  const page = { 'pagination.first': '2', 'pagination.newestFirst': 'false' }
  const part = inspection.operation.page === undefined ? { version: '1' } : page
  return { params: { ...inspection.required, ...someFilters(inspection)[0], ...part } }
}

/** A request with an id that no record has, if the operation takes one. */
const unknownOf = ({ required }: Inspection): Planned => ({
  params: Object.fromEntries(Object.keys(required).map(name => [name, NOBODY])),
})

/** Groups of requests that are sent together, each group at one block, for rules that compare their responses. */
export const groups: Readonly<
  Record<string, (inspection: Inspection, first: Exchange) => readonly (readonly Planned[])[]>
> = {
  /** One response in other encodings, and for a request that is written in percent codes. */
  encodings(inspection) {
    const other = otherOf(inspection)
    const headers = [
      ...['gzip', 'br', 'identity'].map(name => ({ 'accept-encoding': name })),
      ...[{ accept: '*/*' }, { accept: 'text/html,*/*;q=0.8', 'user-agent': 'Mozilla/5.0' }],
    ]
    const spelled: Planned[] = [{ isEncoded: true }, ...headers.map(each => ({ headers: each }))]
    return spelled.map(each => [other, { ...other, ...each }])
  },

  /** The tag of the response, others, that of another page, of an earlier state, of a bad request. */
  'conditional requests'(inspection, first) {
    const other = otherOf(inspection)
    const expects = { what: 'a bad request with If-None-Match', status: 400 }
    return [
      ...TAGS.map(tag => [plain, { headers: { 'if-none-match': tag, 'x-min-block-height': '{height}' } }]),
      [other, plain, { ...other, ...conditional }],
      [plain, other, conditional],
      [plain, { headers: { 'if-none-match': first.headers.get('etag') ?? '*' } }],
      [plain, { ...bad, ...conditional, expects }],
      [plain, { ...unknownOf(inspection), ...conditional }],
    ]
  },

  'HEAD requests'(inspection) {
    const pairs = [plain, bad, beyond, otherOf(inspection)].map(each => [each, { ...each, method: 'HEAD' }])
    return [...pairs, ...[conditional, far].map(each => [plain, { ...each, method: 'HEAD' }])]
  },
}

const MALFORMED_HEIGHTS = ['abc', '-1', '01', '1.5', '1e3', '9'.repeat(20)]
const HEIGHT = 'X-Min-Block-Height'
const ASKED = 'if-none-match, prefer, x-min-block-height, x-request-id'

/** Requests that are sent one after the other, for rules about each response. */
export const turns: Requests<Planned> = {
  /** Blocks that are reached, far ahead or malformed. */
  *'block heights'(inspection) {
    const malformed = MALFORMED_HEIGHTS.map(height => ({
      headers: { 'x-min-block-height': height },
      expects: { what: `${HEIGHT}: ${height}`, status: 400, names: [HEIGHT] },
    }))
    const expects = { what: `${HEIGHT} of a reached block`, status: 200 }
    const reached = ['0', '{height}'].map(height => ({ headers: { 'x-min-block-height': height }, expects }))
    const unchanged = { ...far, headers: { ...far.headers, ...conditional.headers } }
    const unknown = { ...far, ...unknownOf(inspection) }
    yield* [...ofEveryStatus(), plain, ...reached, unchanged, unknown, ...malformed]
  },

  *'rate limit'() {
    for (const each of ofEveryStatus()) yield* Array<Planned>(4).fill(each)
  },

  /** Usable and unusable ids. */
  *'request ids'() {
    yield* [...ofEveryStatus({ 'x-request-id': 'Check:1/a_B.c' }), plain]
    for (const id of ['a b', 'x'.repeat(128), 'x'.repeat(129)]) yield { headers: { 'x-request-id': id } }
  },

  /** Requests that a browser sends for the pages of two websites: with its Origin, and the preflight before them. */
  *browsers() {
    const origin = { origin: 'https://page.example' }
    const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': ASKED }
    yield* [
      ...ofEveryStatus(origin),
      { method: 'HEAD', headers: origin },
      { headers: { origin: 'https://other.example' } },
      { method: 'OPTIONS', headers: { ...origin, ...preflight } },
    ]
  },
}

/** For each of the checks by turns: a header of the first response, and why there is nothing to check without it. */
export const NEEDED: Readonly<Record<string, readonly [header: string, otherwise: string]>> = {
  'block heights': ['x-block-height', 'no block height is known'],
  'rate limit': ['ratelimit-limit', 'the service has no rate limit'],
  'request ids': ['x-request-id', 'responses have no X-Request-Id'],
  browsers: [
    'access-control-allow-origin',
    'the service admits no website, or some only; name one with -H "Origin: ..."',
  ],
}
