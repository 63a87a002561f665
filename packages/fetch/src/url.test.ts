import { runInNewContext } from 'node:vm'
import type { paths } from '@trading-network/types'
import type { Client } from 'openapi-fetch'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { noAccounts } from '../test/local-server.ts'
import { createClient } from './client.ts'
import type { ClientConfig } from './config.ts'
import { openapiFetch } from './raw-client.ts'

const baseUrl = 'http://network.test'
const setUp = () => {
  const fetch = vi.fn(async (_: Request) => Response.json(noAccounts))
  return { fetch, client: createClient({ baseUrl, fetch }) }
}

describe('a parameter', () => {
  it.each<[string, unknown]>([
    ['an empty list', []],
    ['a list with an unset variable', ['ab', undefined]],
    ['a list with null', [null]],
    ['null', null],
    ['a Set', new Set(['ab'])],
    ['a Date in a list', [new Date(0)]],
    ['a list in a list', [['ab']]],
    ['a symbol in a list', [Symbol('ab')]],
    ['NaN', Number.NaN],
    ['nanoseconds that have lost digits', Date.UTC(2026) * 1e6],
    ['a list with an empty text', ['']],
    ['half of a character', ['ab\ud800']],
  ])('that is %s is a TypeError with its name, before any request, in both clients', async (_, value) => {
    const { fetch, client } = setUp()
    const query = { 'filter.partyIds': value } as object
    const raw = openapiFetch<Client<paths>>(client).GET('/api/v2/accounts', { params: { query } })
    for (const call of [client.listAccounts(query), client.listAccounts(query).collect(), raw]) {
      const error: unknown = await Promise.resolve(call).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(TypeError)
      expect((error as Error).message).toContain('filter.partyIds must not be ')
    }
    expect(fetch).not.toHaveBeenCalled()
  })

  // Reward summaries have rewards without a market. Elsewhere the service refuses it.
  it('may be an empty text as a market', async () => {
    const { fetch, client } = setUp()
    await client.listAccounts({ 'filter.marketIds': [''] })
    expect(fetch.mock.calls[0]?.[0].url).toMatch(/\?filter\.marketIds=$/)
  })

  it.each<[string, unknown]>([
    ['a Map', new Map([['filter.partyIds', 'ab']])],
    ['URLSearchParams', new URLSearchParams({ 'filter.partyIds': 'ab' })],
    ['a promise', Promise.resolve({})],
    ['a number', 5],
    ['a list', []],
    ['null', null],
    ['an object that inherits', Object.create({ 'pagination.first': 3 })],
    [
      'an instance with getters',
      new (class {
        get 'pagination.first'() {
          return 3
        }
      })(),
    ],
  ])('list that is %s is a TypeError before any request', async (_, params) => {
    const { fetch, client } = setUp()
    for (const call of [
      client.listAccounts(params as object),
      client.listAccounts(params as object).collect(),
    ])
      await expect(call).rejects.toThrow(TypeError)
    expect(fetch).not.toHaveBeenCalled()
  })

  it.each<[string, object]>([
    ['an object', {}],
    ['without a prototype', Object.create(null)],
    ['an object of another frame', runInNewContext('({})')],
    ['a proxy of an object', new Proxy({}, {})],
  ])('list may be %s', async (_, params) => {
    const { fetch, client } = setUp()
    await client.listAccounts(Object.assign(params, { 'pagination.first': 3 }))
    expect(fetch.mock.calls[0]?.[0].url).toMatch(/\?pagination\.first=3$/)
  })

  // URL resolution would remove these segments, and the request would go to another operation.
  it.each<[string, unknown]>([
    ['unset', undefined],
    ['empty', ''],
    ['.', '.'],
    ['..', '..'],
    ['half of a character', '\udc00'],
    ['a list', ['ab']],
  ])('of the path that is %s is a TypeError with its name', async (_, orderId) => {
    const { fetch, client } = setUp()
    await expect(client.getOrder({ orderId: orderId as string })).rejects.toThrow(/^orderId must not be/)
    expect(fetch).not.toHaveBeenCalled()
  })

  it('may be a number, boolean, bigint or text', async () => {
    const { fetch, client } = setUp()
    const params: object = { a: 1, b: false, c: 2n ** 64n, d: '', e: [1, true, 3n, 'x y'], f: undefined }
    await client.listAccounts(params)
    expect(fetch.mock.calls[0]?.[0].url).toBe(
      `${baseUrl}/api/v2/accounts?a=1&b=false&c=18446744073709551616&d=&e=1&e=true&e=3&e=x%20y`,
    )
  })

  it('of the path is encoded', async () => {
    const { fetch, client } = setUp()
    await client.getOrder({ orderId: 'a/b?c#d%e é' }).catch(() => {})
    expect(fetch.mock.calls[0]?.[0].url).toBe(`${baseUrl}/api/v2/order/a%2Fb%3Fc%23d%25e%20%C3%A9`)
  })
})

it.each<[string, unknown]>([
  ['baseUrl without a scheme', { baseUrl: 'localhost:9200' }],
  ['a baseUrl that is unset', { baseUrl: undefined }],
  ['an empty baseUrl', { baseUrl: '' }],
  ['a baseUrl with a query', { baseUrl: 'http://network.test/?' }],
  ['a baseUrl with a fragment', { baseUrl: 'http://network.test/#top' }],
  ['a baseUrl with credentials', { baseUrl: 'http://user:secret@network.test' }],
  ['a baseUrl with the path of the API', { baseUrl: 'http://network.test/api/v2/' }],
  ['timeout: -1', { baseUrl, timeout: -1 }],
  ['retry: NaN', { baseUrl, retry: Number.NaN }],
  ['a maxWait with a unit', { baseUrl, maxWait: '1m' }],
])('%s is a TypeError when the client is created, in a page too', (_, config) => {
  // There, an unset or empty URL would be that of the page.
  vi.stubGlobal('location', { href: 'http://page.test/' })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(() => createClient(config as ClientConfig)).toThrow(/^(baseUrl|timeout|retry|maxWait) must not be/)
})

it.each<[string, unknown]>([
  ['a text', 'authorization: token'],
  ['a promise that nobody has awaited', Promise.resolve({ authorization: 'token' })],
  ['a list without pairs', ['authorization', 'token']],
  ['null', null],
  ['a function that returns nothing', () => undefined],
])('headers that are %s are a TypeError before any request', async (_, headers) => {
  const { fetch, client } = setUp()
  await expect(client.listAccounts({}, { headers } as object)).rejects.toThrow(TypeError)
  expect(fetch).not.toHaveBeenCalled()
})

it('an invalid option of a call is a TypeError before any request', async () => {
  const { fetch, client } = setUp()
  await expect(client.listAccounts({}, { timeout: Number.NaN })).rejects.toThrow('timeout must not be NaN')
  const signal = AbortSignal.timeout(5000) as never
  await expect(client.listAccounts({}, signal)).rejects.toThrow('options must not be [object AbortSignal]')
  await expect(client.listAccounts().collect({ limit: -1 })).rejects.toThrow('limit must not be -1')
  await expect(client.listAccounts().collect(5 as never)).rejects.toThrow('options must not be 5')
  expect(fetch).not.toHaveBeenCalled()
})

it('middleware that is no object with a hook is an error when the client is created', () => {
  const middleware = [{ request: () => {} }] as never
  expect(() => createClient({ baseUrl, middleware })).toThrow('Middleware must be an object with one of')
})
