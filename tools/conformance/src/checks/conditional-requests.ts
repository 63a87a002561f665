import type { Inspection } from '../inspection.ts'
import type { Exchange } from '../service/exchange.ts'
import type { Check } from './check.ts'

const MAX_ATTEMPTS = 5
const OTHER_TAG = '"no-such-tag"'

/** `If-None-Match` with the tag of the response is a 304 without a body; with another tag it is the whole response. */
export const conditionalRequests: Check = {
  name: 'conditional requests',
  operations: 'all',
  async run(inspection) {
    const { required } = inspection
    const tag = await tagOf(inspection)
    if (tag === undefined) return
    const strong = tag.replace(/^W\//, '')
    const matching = [tag, strong, `W/${strong}`, `${OTHER_TAG}, ${tag}`, '*']
    await inspection.each(matching, value => expectStatus(inspection, value, 304))
    await expectStatus(inspection, OTHER_TAG, 200)
    const bad = await inspection.ask(required, {
      query: 'noSuchParameter=1',
      headers: { 'if-none-match': tag },
    })
    inspection.expectStatus(400, bad, 'a bad request with If-None-Match')
  },
}

async function tagOf(inspection: Inspection): Promise<string | undefined> {
  const exchange = await inspection.ask(inspection.required)
  if (exchange.status !== 200) {
    inspection.notCovered('no record was found')
    return undefined
  }
  const tag = exchange.headers.get('etag')
  if (tag === null) inspection.notCovered('the response has no ETag')
  return tag ?? undefined
}

/** Repeats the request as long as the network makes blocks in between, which give the response another tag. */
async function expectStatus(inspection: Inspection, value: string, status: 200 | 304): Promise<void> {
  const { required } = inspection
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const plain = await inspection.ask(required)
    const tag = plain.headers.get('etag') ?? ''
    const sent =
      value.includes('"') && !value.startsWith(OTHER_TAG) ? value.replace(/"[^"]*"/, quoted(tag)) : value
    const headers = { 'if-none-match': value.includes(', ') ? `${OTHER_TAG}, ${tag}` : sent }
    const exchange = await inspection.ask(required, { headers })
    const wrong = mismatch(exchange, plain, status)
    if (wrong === undefined) return
    const again = await inspection.ask(required)
    if (again.headers.get('etag') !== tag) continue
    return inspection.problem(`If-None-Match: ${shapeOf(value)}: ${wrong}`, exchange)
  }
  inspection.notCovered('the ETag changed each time')
}

function mismatch(exchange: Exchange, plain: Exchange, status: number): string | undefined {
  if (exchange.status !== status) return `must get ${status}, got ${exchange.status}`
  const [got, wanted] = [exchange.headers.get('etag'), plain.headers.get('etag')]
  if (got !== wanted) return `the ETag of the ${status} must be ${wanted}, got ${got}`
  return status === 200 && exchange.text !== plain.text ? 'must get the same body as without it' : undefined
}

/** The quoted part of a tag. */
function quoted(tag: string): string {
  return tag.replace(/^W\//, '')
}

/** The description of a value, without the current tag. */
function shapeOf(value: string): string {
  if (value === '*' || value === OTHER_TAG) return value
  if (value.includes(', ')) return 'a list with the tag'
  return value.startsWith('W/') ? 'the weak tag' : 'the strong tag'
}
