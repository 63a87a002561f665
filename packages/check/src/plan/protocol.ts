import { type Exchange, heightOf } from '../log/exchange.ts'
import type { Inspection, RequestDetails } from './inspection.ts'
import { malformedHeights } from './refusals.ts'

export const OTHER_TAG = '"no-such-tag"'

/** Values of If-None-Match by the tag of the response. */
const TAGS: readonly ((tag: string) => string)[] = [
  tag => tag,
  tag => tag.replace(/^W\//, ''),
  tag => `W/${tag.replace(/^W\//, '')}`,
  tag => `${OTHER_TAG}, ${tag}`,
  () => '*',
  () => OTHER_TAG,
]

/** `If-None-Match` with the tag of the response, with others, of another page, of an earlier state, and of a bad request. */
export async function conditionalRequests(inspection: Inspection): Promise<void> {
  const { required, operation } = inspection
  const first = await inspection.ask(required)
  const tag = first.headers.get('etag')
  if (first.status !== 200) return inspection.notCovered('no record was found')
  if (tag === null) return inspection.notCovered('the response has no ETag')
  await inspection.each(TAGS, value =>
    inspection.atOneBlock(async ask => {
      const plain = await ask(required)
      const current = value(plain.headers.get('etag') ?? '')
      await ask(required, { headers: { 'if-none-match': current, ...atLeast(plain) } })
      return undefined
    }),
  )
  // The tag of another page of the same path, and the first one of this path.
  const page = operation.page === undefined ? { version: '1' } : { 'pagination.first': '1' }
  const other = { ...required, ...page }
  for (const [params, from] of [
    [other, required],
    [required, other],
  ] as const) {
    await inspection.atOneBlock(async ask => {
      const [plain, foreign] = [await ask(params), await ask(from)]
      const value = foreign.headers.get('etag')
      if (plain.status === 200 && value) await ask(params, { headers: { 'if-none-match': value } })
      return undefined
    })
  }
  await inspection.atOneBlock(async ask => {
    await ask(required)
    await ask(required, {
      headers: { 'if-none-match': inspection.run.store.firstTags.get(first.target) ?? tag },
    })
    return undefined
  })
  const expects = { what: 'a bad request with If-None-Match', status: 400 }
  await inspection.ask(required, { query: 'noSuchParameter=1', headers: { 'if-none-match': tag }, expects })
}

/** HEAD for a response, for a bad request and for an unknown path. */
export async function headRequests(inspection: Inspection): Promise<void> {
  for (const details of [{}, { query: 'noSuchParameter=1' }, { pathSuffix: '/no-such-path' }]) {
    await inspection.atOneBlock(async ask => {
      await ask(inspection.required, details)
      await ask(inspection.required, { ...details, method: 'HEAD' })
      return undefined
    })
  }
}

/**
 * Sends requests that together get 200, 304, 400, 404, 405 and 503.
 *
 * @param header of a plain response, without which the check is not covered
 * @returns the plain response; undefined without the header
 */
async function ofEveryStatus(
  inspection: Inspection,
  header: string,
  otherwise: string,
  headers: Readonly<Record<string, string>> = {},
  times = 1,
): Promise<Exchange | undefined> {
  const plain = await inspection.ask(inspection.required, { headers })
  if (!plain.headers.has(header)) {
    inspection.notCovered(otherwise)
    return undefined
  }
  const requests: RequestDetails[] = [
    {},
    { headers: { 'if-none-match': plain.headers.get('etag') ?? '*' } },
    { query: 'noSuchParameter=1' },
    { pathSuffix: '/no-such-path' },
    { method: 'POST' },
    ...(heightOf(plain) === undefined ? [] : [unreached(plain)]),
  ]
  for (const details of requests) {
    const all = { ...details, headers: { ...headers, ...details.headers } }
    for (let count = 0; count < times; count += 1) await inspection.ask(inspection.required, all)
  }
  return plain
}

/** A request for a block that no network reaches during a run. */
function unreached(plain: Exchange, more: Readonly<Record<string, string>> = {}): RequestDetails {
  const headers = { 'x-min-block-height': String((heightOf(plain) ?? 0n) + 1_000_000n), ...more }
  return { headers, expects: { what: 'X-Min-Block-Height of a block far ahead', status: 503 } }
}

function atLeast(plain: Exchange): Record<string, string> {
  const height = heightOf(plain)
  return height === undefined ? {} : { 'x-min-block-height': String(height) }
}

/** Requests of every status; then `X-Min-Block-Height` of blocks that are reached, far ahead or malformed. */
export async function blockHeights(inspection: Inspection): Promise<void> {
  const { required, ask } = inspection
  const plain = await ofEveryStatus(inspection, 'x-block-height', 'no block height is known')
  if (!plain) return
  const expects = { what: 'X-Min-Block-Height of a reached block', status: 200 }
  for (const headers of [{ 'x-min-block-height': '0' }, atLeast(plain)])
    await ask(required, { headers, expects })
  await ask(required, unreached(plain, { 'if-none-match': plain.headers.get('etag') ?? '*' }))
  await inspection.each(malformedHeights(inspection), ({ params, ...details }) => ask(params, details))
}

/** Usable and unusable request ids, in requests of every status. */
export async function requestIds(inspection: Inspection): Promise<void> {
  const own = { 'x-request-id': 'check:1/a_b.c' }
  const plain = await ofEveryStatus(inspection, 'x-request-id', 'responses have no X-Request-Id', own)
  if (!plain) return
  await inspection.ask(inspection.required)
  const expects = { what: 'an unusable X-Request-Id', status: plain.status }
  await inspection.ask(inspection.required, { headers: { 'x-request-id': 'a b' }, expects })
}

/** A few requests of every status, for the counts of a rate limit. */
export async function rateLimit(inspection: Inspection): Promise<void> {
  await ofEveryStatus(inspection, 'ratelimit-limit', 'the service has no rate limit', {}, 4)
}

/** What a browser sends for the page of a website: the requests with its Origin, and the preflight before them. */
export async function browsers(inspection: Inspection): Promise<void> {
  const origin = { origin: 'https://page.example' }
  const some = 'the service admits no website, or some only; name one with -H "Origin: ..."'
  await ofEveryStatus(inspection, 'access-control-allow-origin', some, origin)
  const asked = 'if-none-match, prefer, x-min-block-height, x-request-id'
  const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': asked }
  await inspection.ask(inspection.required, { method: 'OPTIONS', headers: { ...origin, ...preflight } })
}

/** One response in other encodings, and for a request whose parameter names are written in percent codes. */
export async function spellings(inspection: Inspection): Promise<void> {
  const { required, operation } = inspection
  const params =
    operation.page === undefined
      ? required
      : { ...required, 'pagination.first': '2', 'pagination.newestFirst': 'false' }
  const details: RequestDetails[] = [
    { isEncoded: true },
    ...['gzip', 'br', 'identity'].map(name => ({ headers: { 'accept-encoding': name } })),
    { headers: { accept: '*/*' } },
    { headers: { 'user-agent': 'Mozilla/5.0' } },
  ]
  for (const each of details) {
    await inspection.atOneBlock(async ask => {
      const [plain, exchange] = [await ask(params), await ask(params, each)]
      if (plain.status !== exchange.status || plain.text !== exchange.text) {
        const how = JSON.stringify(each.headers ?? 'names in percent codes')
        return { message: `${how} must get the same response`, exchange, other: plain }
      }
      return undefined
    })
  }
}
