import { describe, expect, it, vi } from 'vitest'
import { type ClientConfig, chain, createClient } from '../src/index.ts'
import { createOpenapiFetchClient } from '../src/openapi-fetch.ts'
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
      createOpenapiFetchClient({ baseUrl, fetch }).GET('/api/v2/accounts', { params: { query: params } }),
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
    const fetch = vi.fn(async (_: string | Request) => Response.json(noAccounts))
    const params: object = {
      a: 1,
      b: false,
      c: 2n ** 64n,
      d: '',
      e: [1, true, 3n, 'x y'],
      f: undefined,
    }
    await createClient({ baseUrl, fetch }).listAccounts(params)
    expect(fetch.mock.calls[0]?.[0]).toBe(
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
  ['deadline: -5', { baseUrl, deadline: -5 }],
  ['middleware without chain()', { baseUrl, middleware: [{}] }],
])('%s is a TypeError when the client is created', (_, config) => {
  expect(() => createClient(loose(config))).toThrow(TypeError)
  expect(() => createOpenapiFetchClient(loose(config))).toThrow(TypeError)
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

it.each([
  ['a value that is not there', () => (undefined as unknown as { url: string }).url],
  ['a method that is missing', (input: string | Request) => (input as Request).url.toString()],
  ['a ReferenceError', () => Promise.reject(new ReferenceError('token is not defined'))],
  ['a SyntaxError', () => Promise.reject(new SyntaxError('Unexpected token'))],
])('a mistake in the own fetch is not retried: %s', async (_, fetch) => {
  const sent = vi.fn(fetch as (input: string | Request) => Promise<Response>)
  const error: unknown = await createClient({ baseUrl, fetch: async input => sent(input) })
    .getOrder({ orderId: 'ab' })
    .catch((reason: unknown) => reason)
  expect(['TypeError', 'ReferenceError', 'SyntaxError']).toContain((error as Error).name)
  expect(sent).toHaveBeenCalledOnce()
})

it('a mistake in middleware is not retried', async () => {
  const fetch = vi.fn(async () => Response.json(noAccounts))
  const onRequest = vi.fn(() => {
    throw new TypeError('x is not a function')
  })
  const call = createClient({ baseUrl, fetch, middleware: chain({ onRequest }) }).listAccounts()
  await expect(call).rejects.toThrow('x is not a function')
  expect(onRequest).toHaveBeenCalledOnce()
  expect(fetch).not.toHaveBeenCalled()
})
