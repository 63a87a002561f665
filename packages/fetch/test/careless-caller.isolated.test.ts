import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { paths } from '@trading-network/types'
import type { Client } from 'openapi-fetch'
import { describe, expect, it, vi } from 'vitest'
import { type ClientConfig, createClient, type Fetch, monotonicFetch } from '../src/index.ts'
import { openapiFetch } from '../src/raw-client.ts'
import { noAccounts } from './local-server.ts'

const baseUrl = 'http://network.test'
/** Options as JavaScript, or TypeScript with `any` and `!`, gives them. */
const loose = (options: unknown) => options as ClientConfig

describe('a parameter', () => {
  it.each<[string, unknown]>([
    ['an empty list', []],
    ['a list with an unset variable', [undefined]],
    ['a list with null', [null]],
    ['a list with an unset variable behind an id', ['ab', undefined]],
    ['null', null],
    ['a Set', new Set(['ab'])],
    ['a Map', new Map([['ab', 1]])],
    ['a Date', new Date(0)],
    ['an object', { id: 'ab' }],
    ['a list in a list', [['ab']]],
    ['an object in a list', [{ id: 'ab' }]],
    ['a Date in a list', [new Date(0)]],
    ['a function', () => 'ab'],
    ['a symbol in a list', [Symbol('ab')]],
    ['a promise', Promise.resolve('ab')],
  ])('that is %s is a TypeError with its name, before any request, in both clients', async (_, value) => {
    const fetch = vi.fn(async () => Response.json(noAccounts))
    const params = { 'filter.partyIds': value } as object
    const calls = [
      createClient({ baseUrl, fetch }).listAccounts(params),
      createClient({ baseUrl, fetch }).listAccounts(params).collect(),
      openapiFetch<Client<paths>>(createClient({ baseUrl, fetch })).GET('/api/v2/accounts', {
        params: { query: params },
      }),
    ]
    for (const call of calls) {
      const error: unknown = await Promise.resolve(call).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(TypeError)
      expect((error as Error).message).toContain('filter.partyIds must not be ')
    }
    expect(fetch).not.toHaveBeenCalled()
  })

  it.each<[string, unknown]>([
    ['unset', undefined],
    ['null', null],
    ['empty', ''],
    ['..', '..'],
    ['a list', ['ab']],
    ['an object', {}],
  ])('of the path that is %s is a TypeError with its name', async (_, orderId) => {
    const fetch = vi.fn(async () => Response.json({ order: {} }))
    const call = createClient({ baseUrl, fetch }).getOrder({ orderId: orderId as string })
    await expect(call).rejects.toThrow(/^orderId must not be/)
    expect(fetch).not.toHaveBeenCalled()
  })

  it('may be a number, boolean, bigint or text', async () => {
    const fetch = vi.fn(async (_: Request) => Response.json(noAccounts))
    const params: object = {
      a: 1,
      b: false,
      c: 2n ** 64n,
      d: '',
      e: [1, true, 3n, 'x y'],
      f: undefined,
    }
    await createClient({ baseUrl, fetch }).listAccounts(params)
    expect(fetch.mock.calls[0]?.[0].url).toBe(
      `${baseUrl}/api/v2/accounts?a=1&b=false&c=18446744073709551616&d=&e=1&e=true&e=3&e=x%20y`,
    )
  })
})

it.each<[string, unknown]>([
  ['baseUrl without a scheme', { baseUrl: 'localhost:9200' }],
  ['no baseUrl', { baseUrl: undefined }],
  ['an empty baseUrl', { baseUrl: '' }],
  ['baseUrl: null', { baseUrl: null }],
  ['a baseUrl with a query', { baseUrl: 'http://network.test/?token=1' }],
  ['a baseUrl with an empty query', { baseUrl: 'http://network.test/?' }],
  ['a baseUrl with a fragment', { baseUrl: 'http://network.test/#top' }],
  ['a baseUrl with credentials', { baseUrl: 'http://user:secret@network.test' }],
  ['a file as baseUrl', { baseUrl: 'file:///etc' }],
  ['requestsPerSecond: 0', { baseUrl, requestsPerSecond: 0 }],
  ['requestsPerSecond: -1', { baseUrl, requestsPerSecond: -1 }],
  ['requestsPerSecond: NaN', { baseUrl, requestsPerSecond: Number.NaN }],
  ['timeout: NaN', { baseUrl, timeout: Number.NaN }],
  ['timeout: -1', { baseUrl, timeout: -1 }],
  ['retry: NaN', { baseUrl, retry: Number.NaN }],
  ['maxWait: NaN', { baseUrl, maxWait: Number.NaN }],
  ['middleware without []', { baseUrl, middleware: [{}] }],
])('%s is a TypeError when the client is created', (_, config) => {
  expect(() => createClient(loose(config))).toThrow(TypeError)
})

it('the secret of a base URL is in no message of another part', () => {
  const config = { baseUrl, requestsPerSecond: 0, headers: { authorization: 'secret' } }
  expect(() => createClient(config)).toThrow(/^requestsPerSecond must not be 0$/)
})

it.each([Number.NaN, -1])('collect({ limit: %s }) is a TypeError', async limit => {
  const fetch = vi.fn(async () => Response.json(noAccounts))
  await expect(createClient({ baseUrl, fetch }).listAccounts().collect({ limit })).rejects.toThrow(TypeError)
  expect(fetch).not.toHaveBeenCalled()
})

describe('a lost connection is retried', () => {
  const closedPort = async () => {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise(resolve => server.close(resolve))
    return `http://127.0.0.1:${port}`
  }

  it.each<[string, Fetch | undefined]>([
    ['of the platform', undefined],
    ['passed on by an own fetch', (request, init) => fetch(request, init)],
    ['through one of our own', monotonicFetch()],
    [
      'with a code, as in Bun',
      () => Promise.reject(Object.assign(new TypeError('lost'), { code: 'ECONNRESET' })),
    ],
    ['of another class', () => Promise.reject(new Error('Network connection lost'))],
    ['that is no error', () => Promise.reject('lost')],
  ])('%s', async (_, own) => {
    const attempts: number[] = []
    const client = createClient({
      baseUrl: await closedPort(),
      fetch: own,
      maxWait: 1,
      onAttempt: ({ attempt }) => attempts.push(attempt),
    })
    await client.listAccounts().catch(() => {})
    expect(attempts).toEqual([1, 2, 3])
  })

  it('of the platform in any form, because it has no mistakes of the caller', async () => {
    const platform = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
    vi.stubGlobal('fetch', platform)
    const call = createClient({ baseUrl, maxWait: 1 }).listAccounts()
    await expect(call).rejects.toThrow('Failed to fetch')
    vi.unstubAllGlobals()
    expect(platform).toHaveBeenCalledTimes(3)
  })
})

it('a mistake in middleware is not retried', async () => {
  const fetch = vi.fn(async () => Response.json(noAccounts))
  const onRequest = vi.fn(() => {
    throw new TypeError('x is not a function')
  })
  const call = createClient({ baseUrl, fetch, middleware: [{ onRequest }] }).listAccounts()
  await expect(call).rejects.toThrow('x is not a function')
  expect(onRequest).toHaveBeenCalledOnce()
  expect(fetch).not.toHaveBeenCalled()
})
