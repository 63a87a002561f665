import { PassThrough } from 'node:stream'
import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { loadOperations } from '../parameters/contract.ts'
import { notFound, quoted, unavailable } from '../responses/problem.ts'
import { encodeCursor } from '../store/tables/cursor.ts'
import { createHttp, type HttpOptions } from './app.ts'

const operations = loadOperations(contract)
const ID = 'ab'.repeat(32)
const BLOCK = { height: '41', timestamp: '1721159216000000000', state: 'a' }

/** Responds with its own parameters. */
const echo: HttpOptions['answer'] = ({ operationId }, query) => ({
  body: JSON.stringify({ operationId, query }),
  block: BLOCK,
  etag: '41-beef',
})

const service = (options: Partial<HttpOptions> = {}) =>
  createHttp({ operations, answer: echo, head: () => ({ ...BLOCK, height: '42', state: 'b' }), ...options })

const app = service()
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

const isErrorBody = new Ajv2020({ strict: false, formats: { int32: true } })
  .addSchema(contract, 'contract')
  .getSchema('contract#/components/schemas/ErrorBody')!

/** Checks the fields of every error response. */
function expectError(response: LightMyRequestResponse, status: number, code: number): void {
  expect(response.statusCode).toBe(status)
  expect(response.headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    'x-block-height': '42',
    'x-block-timestamp': BLOCK.timestamp,
    'access-control-allow-origin': '*',
  })
  expect(response.json()).toEqual({ code, message: expect.stringMatching(/./), details: [expect.anything()] })
  expect(isErrorBody(response.json()), JSON.stringify(isErrorBody.errors)).toBe(true)
}

function logLines(stream: PassThrough) {
  return String(stream.read())
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

describe('the routes of the contract answer JSON to a request without headers of its own [API-2] [API-8]', () => {
  test('hand over path and query, read as the contract says', async () => {
    const order = await get(`/api/v2/order/${ID.toUpperCase()}?version=3`)
    expect(order.json().query).toEqual({ orderId: ID, version: 3 })
    const stake = await get('/api/v2/parties/network/stake?pagination.newestFirst=false')
    expect(stake.json().query).toEqual({ partyId: 'network', 'pagination.newestFirst': false })
    const escaped = await get('/api/v2/liquidity/all-provisions?reference=%C3%A9+%26%3D')
    expect(escaped.json().query.reference).toBe('é &=')
  })

  test('HEAD has the headers of GET and no body', async () => {
    const headers = { 'x-request-id': 'both' }
    const [head, full] = await Promise.all([
      app.inject({ method: 'HEAD', url: '/api/v2/accounts', headers }),
      get('/api/v2/accounts', headers),
    ])
    expect(head.body).toBe('')
    expect({ ...head.headers, date: '' }).toEqual({ ...full.headers, date: '' })
  })

  test('an answer may be a promise', async () => {
    const slow = service({ answer: async () => ({ body: '{"späť":1}', block: BLOCK, etag: 'e' }) })
    const response = await slow.inject('/api/v2/accounts')
    expect(response.body).toBe('{"späť":1}')
  })

  test('health is there without the contract', async () => {
    expect((await get('/health')).json()).toEqual({ status: 'ok' })
  })

  test('it is ready while it knows its block, unless told otherwise', async () => {
    expect((await get('/ready')).json()).toEqual({ status: 'ready' })
    const head = () => {
      throw unavailable(1)
    }
    expect((await service({ head }).inject('/ready')).statusCode).toBe(503)
    expect((await service({ head, ready: async () => undefined }).inject('/ready')).statusCode).toBe(200)
  })
})

describe('what is not on the map', () => {
  test.each([
    ['/statistics', 'X-Block-Height'],
    ['/api/v2/info', 'X-Block-Height'],
    ['/api/v2/vega/time', 'X-Block-Timestamp'],
    ['/api/v2/epoch', '/api/v2/rewards/epoch/summaries'],
    ['/api/v2/orders', 'single orders'],
  ])('%s, which programs of the network ask, is a 404 with what there is instead', async (url, has) => {
    expect((await get(url)).json().message).toContain(has)
  })

  test.each([
    ['/', ''],
    ['/nothing', ''],
    ['/api/v2', ''],
    ['/api/v2/accounts/', '; did you mean /api/v2/accounts?'],
    ['/api/v2/Accounts', '; write /api/v2/accounts'],
    ['/api/v2/stop-orders', '; write /api/v2/stoporders'],
    [`/api/v2/order/${ID}/`, ''],
    [`/api/v2/parties/${ID}/stake/`, ''],
    [`/api/v2//order/${ID}`, ''],
    ['/api/v2/node/abc', ''],
  ])('%s is 404', async (url, hint) => {
    const response = await get(`${url}?x=1`)
    expectError(response, 404, 5)
    expect(response.json().details).toEqual([
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'PATH_NOT_FOUND',
        domain: 'trading-network',
        metadata: { path: url },
      },
    ])
    expect(response.json().message).toBe(
      `There is no ${quoted(url)} here${hint}${hint.endsWith('?') ? '' : '.'} The 9 operations of this service are at /openapi.yaml`,
    )
  })

  test.each([
    ['/api/v2/order/', 'orderId'],
    ['/api/v2/parties//stake', 'partyId'],
    ['/api/v2/funding-periods/data-points/', 'marketId'],
    ['/api/v2/order/ab%2Fcd', 'orderId'],
    [`/api/v2/order/${'a'.repeat(8_000)}`, 'orderId'],
  ])('%.40s reaches its operation and is 400 for %s', async (url, field) => {
    const response = await get(url)
    expectError(response, 400, 3)
    expect(response.json().details[0].fieldViolations).toMatchObject([{ field }])
  })

  test.each([`/api/v2/order/%zz`, '/%', '/api/v2/order/%ff'])(
    '%s cannot be decoded and is 400',
    async url => {
      const response = await get(url)
      expectError(response, 400, 3)
      expect(response.json().message).toBe(`path: has a malformed percent escape, got "${url}"`)
    },
  )

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])(
    '%s is 405: the operations only read [API-1]',
    async method => {
      for (const operation of [...operations, { path: '/health' }]) {
        const url = operation.path.replace(/\{.*?\}/, ID)
        const response = await app.inject({ method: method as InjectOptions['method'] & string, url })
        expectError(response, 405, 12)
        expect(response.headers.allow).toBe('GET, HEAD')
      }
    },
  )

  test('a content type that is none is refused in the same form, after the method', async () => {
    const request = { method: 'POST', headers: { 'content-type': ';;' }, payload: 'x' } as const
    expectError(await app.inject({ ...request, url: '/nothing' }), 415, 3)
    expectError(await app.inject({ ...request, url: '/api/v2/accounts' }), 405, 12)
  })
})

describe('errors, of the client or of the service, share one body [ERR-5]', () => {
  test('name all that is wrong: values, names, headers, contradictions, cursors of other lists', async () => {
    const cursor = encodeCursor(0, { at: 1n, pos: 1n })
    const query = `pagination.first=0&limit=5&pagination.before=${cursor}&includeDerivedParties=true`
    const fields = async (query: string, headers = {}) => {
      const response = await app.inject({ url: `/api/v2/accounts?${query}`, headers })
      expectError(response, 400, 3)
      return response.json().details[0].fieldViolations.map(({ field }: { field: string }) => field)
    }
    expect(await fields(query, { 'x-min-block-height': '-1' })).toEqual([
      'pagination.first',
      'limit',
      'X-Min-Block-Height',
      'pagination.before',
      'filter.partyIds',
    ])
    // A parameter with two values is refused for that alone.
    const twice = 'includeDerivedParties=true&includeDerivedParties=true'
    expect(await fields(twice)).toEqual(['includeDerivedParties'])
  })

  test('that the answer refuses with are sent as they are', async () => {
    const refusing = (problem: Error) =>
      service({
        answer: () => {
          throw problem
        },
      }).inject(`/api/v2/order/${ID}`)
    const missing = await refusing(notFound('ORDER_NOT_FOUND', 'There is no such order', { orderId: ID }))
    expectError(missing, 404, 5)
    expect(missing.json().details[0].metadata).toEqual({ orderId: ID })
    const busy = await refusing(unavailable(3))
    expect([busy.statusCode, busy.headers['retry-after'], busy.json().code]).toEqual([503, '3', 14])
  })

  test.each([
    [
      'thrown',
      () => {
        throw new Error('no such table: secrets')
      },
    ],
    [
      'of a promise',
      async () => {
        throw Object.assign(new Error('no such table: secrets'), { statusCode: 400 })
      },
    ],
  ] as const)('that nobody expected (%s) are told to the log only', async (_, answer) => {
    const stream = new PassThrough()
    const response = await service({ answer, logger: { stream } }).inject('/api/v2/accounts')
    expectError(response, 500, 13)
    expect(response.body).not.toContain('secrets')
    const { requestId } = response.json().details[0].metadata
    const logged = logLines(stream).find(({ level }) => level === 50)
    expect(logged).toMatchObject({ reqId: requestId, err: { message: 'no such table: secrets' } })
    expect(logged.err.stack).toContain('app.test.ts')
  })

  test('go out even when the block cannot be read', async () => {
    const blind = service({
      head: () => {
        throw new Error('disk')
      },
    })
    const response = await blind.inject('/nothing')
    expect(response.statusCode).toBe(404)
    expect(response.headers['x-block-height']).toBeUndefined()
  })

  test('of a client are one plain line of the log, never an alarm', async () => {
    const stream = new PassThrough()
    const logged = service({ logger: { stream } })
    await logged.inject('/api/v2/accounts?pagination.first=0')
    await logged.inject({ method: 'POST', url: '/nothing', headers: { 'content-type': ';;' }, payload: 'x' })
    const lines = logLines(stream).map(({ level, msg }) => [level, msg])
    expect(lines).toContainEqual([
      30,
      'pagination.first: must be an integer from 1 to 5000, in plain digits without sign or leading zeros, got "0"',
    ])
    expect(new Set(lines.map(([level]) => level))).toEqual(new Set([30]))
  })
})
