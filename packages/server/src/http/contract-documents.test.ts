import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createHttp } from './app.ts'

const block = { height: '1', timestamp: '2', state: 'a' }
const app = createHttp({
  operations: [],
  answer: () => ({ body: '{}', block, etag: 'e' }),
  head: () => block,
})
const get = (url: string, headers = {}) => app.inject({ url, headers })

const served = { ...contract, servers: [{ url: '/', description: expect.any(String) }] }

test.each([
  ['3.0', '3.0.3'],
  ['agents', '3.1.0'],
  ['tools', '3.1.0'],
])(
  '/openapi-%s.json is an edition of the contract, with this service as its server',
  async (name, version) => {
    const { statusCode, body } = await get(`/openapi-${name}.json`)
    const document = JSON.parse(body)
    expect([statusCode, document.openapi, document.servers[0].url]).toEqual([200, version, '/'])
    expect(Object.keys(document.paths)).toEqual(Object.keys(contract.paths))
  },
)

describe.each([
  ['/openapi.json', 'application/json', (text: string) => JSON.parse(text)],
  ['/openapi.yaml', 'application/yaml', (text: string) => parse(text)],
])('%s', (url, type, read) => {
  test('is the contract, with this service as its server', async () => {
    const { statusCode, headers, body } = await get(url)
    expect([statusCode, headers['content-type']]).toEqual([200, type])
    expect(read(body)).toEqual(served)
  })

  test('is 304 to a client that has it', async () => {
    const { etag } = (await get(url)).headers
    const again = await get(url, { 'if-none-match': String(etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('has the headers of every response, to HEAD too', async () => {
    const sent = { 'x-request-id': 'both', origin: 'https://dashboard.example' }
    const full = await get(url, sent)
    expect(full.headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'both',
      'access-control-allow-origin': '*',
      'content-length': String(full.rawPayload.length),
    })
    const head = await app.inject({ method: 'HEAD', url, headers: sent })
    expect({ ...head.headers, date: '' }).toEqual({ ...full.headers, date: '' })
    expect(head.body).toBe('')
  })

  test('is only read', async () => {
    const refused = await app.inject({ method: 'POST', url })
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})
