import type { ServerResponse } from 'node:http'
import type { Attempt } from '@trading-network/types'
import { expect, it, type onTestFinished } from 'vitest'
import { createClient } from '../src/client.ts'
import { localServer, sendJson } from './local-server.ts'
import { pagedNetwork } from './paged-network.ts'

const ids = Array.from({ length: 10_000 }, (_, index) => `record ${index}`)

/** Ways to fail, each with the body that should have been sent. */
const mishaps: Record<string, (response: ServerResponse, body: string) => unknown> = {
  'drops the connection': response => response.destroy(),
  'never answers': () => {},
  'stalls in the body': (response, body) => response.writeHead(200).write(body.slice(0, 5000)),
  'breaks off the body': (response, body) => {
    response.writeHead(200, { 'content-length': body.length }).write(body.slice(0, 5000))
    setTimeout(() => response.destroy(), 20)
  },
  'breaks off a chunked body': (response, body) => {
    response.writeHead(200).write(body.slice(0, 5000))
    setTimeout(() => response.destroy(), 20)
  },
  'ends the body too early': (response, body) => response.writeHead(200).end(body.slice(0, 5000)),
  'is unavailable': response => sendJson(response, { code: 14, message: 'later', details: [] }, 503),
  'is unavailable for a second': response => response.writeHead(503, { 'retry-after': '1' }).end(),
  'has banned the client for a moment': response =>
    response.writeHead(503, { 'ratelimit-retry-after': '0.2', 'ratelimit-reset': '9' }).end(),
  'has had enough for now': response => response.writeHead(429, { 'ratelimit-reset': '0.1' }).end(),
  'answers a proxy’s page': response =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
  'answers a login page': response =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Please log in</h1>'),
  'answers nothing': response => response.writeHead(200).end(),
}

/** A server of the records that fails twice, each time otherwise, before it gives a page. */
const chaoticServer = async (finished: typeof onTestFinished) => {
  const network = pagedNetwork(ids)
  const names = Object.keys(mishaps)
  const happened: string[] = []
  const attempts = new Map<string, number>()
  const { baseUrl } = await localServer(async (response, { url = '' }) => {
    const attempt = (attempts.get(url) ?? 0) + 1
    attempts.set(url, attempt)
    const answer = await network.fetch(new Request(`http://network.test${url}`))
    if (attempt > 2) return sendJson(response, await answer.json())
    const name = names[happened.length % names.length] as string
    happened.push(name)
    mishaps[name]?.(response, await answer.text())
  }, finished)
  return { baseUrl, happened }
}

it.concurrent.for([
  ['forwards', { 'pagination.first': 1000 }],
  ['backwards', { 'pagination.last': 1000 }],
] as const)(
  'a walk %s over 10 000 records of a chaotic server gives each exactly once',
  async ([direction, paging], { onTestFinished }) => {
    const { baseUrl, happened } = await chaoticServer(onTestFinished)
    const retries: Attempt[] = []
    const onAttempt = (attempt: Attempt) => attempt.delay !== undefined && retries.push(attempt)
    const client = createClient({ baseUrl, timeout: 1000, onAttempt })
    const seen: string[] = []
    for await (const { id } of client.listNodeSignatures({ id: 'r', ...paging })) seen.push(id)
    expect(seen).toEqual(direction === 'forwards' ? ids : ids.toReversed())
    // Every mishap came to pass, and each was answered by one more attempt.
    expect(new Set(happened)).toEqual(new Set(Object.keys(mishaps)))
    expect(retries).toHaveLength(happened.length)
    expect(happened).toHaveLength(20)
  },
)
