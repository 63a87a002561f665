import type { Inspection } from '../inspection.ts'
import type { Exchange, Params } from '../service/exchange.ts'

const OTHER_TAG = '"no-such-tag"'

/** Values of If-None-Match by the tag of the response, each with its name and its status. */
const VALUES: readonly (readonly [name: string, value: (tag: string) => string, status: number])[] = [
  ['the tag', tag => tag, 304],
  ['the strong tag', tag => tag.replace(/^W\//, ''), 304],
  ['the weak tag', tag => `W/${tag.replace(/^W\//, '')}`, 304],
  ['a list with the tag', tag => `${OTHER_TAG}, ${tag}`, 304],
  ['*', () => '*', 304],
  [OTHER_TAG, () => OTHER_TAG, 200],
]

/** `If-None-Match` with the tag of the response is a 304 without a body; with another tag it is the whole response. */
export async function conditionalRequests(inspection: Inspection): Promise<void> {
  const { required } = inspection
  const { status, headers } = await inspection.ask(required)
  const tag = headers.get('etag')
  if (status !== 200) return inspection.notCovered('no record was found')
  if (tag === null) return inspection.notCovered('the response has no ETag')
  await inspection.each(VALUES, ([name, value, expected]) =>
    inspection.besidePlain(required, async plain => {
      const current = plain.headers.get('etag') ?? ''
      const exchange = await inspection.ask(required, { headers: { 'if-none-match': value(current) } })
      const wrong = mismatch(exchange, plain, expected)
      return wrong === undefined ? undefined : { message: `If-None-Match: ${name}: ${wrong}`, exchange }
    }),
  )
  await expectOwnTag(inspection)
  await expectNoStaleTag(inspection)
  const headersOfBad = { 'if-none-match': tag }
  const bad = await inspection.ask(required, { query: 'noSuchParameter=1', headers: headersOfBad })
  inspection.expectStatus(400, bad, 'a bad request with If-None-Match')
}

/** A page is no 304 for the tag of another page of the same path. */
async function expectOwnTag(inspection: Inspection): Promise<void> {
  const { required, operation } = inspection
  const page = operation.page === undefined ? { version: '1' } : { 'pagination.first': '1' }
  await expectWhole(inspection, { ...required, ...page }, 'the tag of another page', async wanted => {
    const other = await inspection.ask(required)
    return wanted.status === 200 && wanted.text !== other.text ? other.headers.get('etag') : undefined
  })
}

/** Once a response has changed, its earlier tags get the whole response. Only a network that moves can show it. */
async function expectNoStaleTag(inspection: Inspection): Promise<void> {
  await expectWhole(inspection, inspection.required, 'an earlier tag', async ({ target, headers }) => {
    const first = inspection.seen.firstTagOf(target)
    return first === headers.get('etag') ? undefined : first
  })
}

/** Expects no 304 for a tag that is not that of the plain response. */
async function expectWhole(
  inspection: Inspection,
  params: Params,
  name: string,
  otherTag: (plain: Exchange) => Promise<string | null | undefined>,
): Promise<void> {
  await inspection.besidePlain(params, async plain => {
    const tag = await otherTag(plain)
    if (typeof tag !== 'string') return undefined
    const exchange = await inspection.ask(params, { headers: { 'if-none-match': tag } })
    if (exchange.status !== 304) return undefined
    return { message: `If-None-Match with ${name} must get 200, got 304`, exchange }
  })
}

function mismatch(exchange: Exchange, plain: Exchange, status: number): string | undefined {
  if (exchange.status !== status) return `must get ${status}, got ${exchange.status}`
  const [got, wanted] = [exchange.headers.get('etag'), plain.headers.get('etag')]
  if (got !== wanted) return `the ETag of the ${status} must be ${wanted}, got ${got}`
  return status === 200 && exchange.text !== plain.text ? 'must get the same body as without it' : undefined
}
