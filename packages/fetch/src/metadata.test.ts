import { inspect } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { asFetch } from '../test/connect.ts'
import { noAccounts } from '../test/local-server.ts'
import { pagedNetwork } from '../test/paged-network.ts'
import type { ApiError } from './api-error.ts'
import { createClient } from './client.ts'

const baseUrl = 'http://network.test'
const block = { 'x-block-height': '42', 'x-block-timestamp': '1700000000000000000' }

describe('withResponse', () => {
  it('of one record sends its request once, when it is used', async () => {
    const fetch = vi.fn(async () => Response.json({ order: {} }))
    const call = createClient({ baseUrl, fetch }).getOrder({ orderId: 'a' })
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(fetch).not.toHaveBeenCalled()
    expect((await call.withResponse()).data).toBe(await call)
    expect(await call.finally(() => {})).toEqual({ order: {} })
    expect(call).toBeInstanceOf(Promise)
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('gives the data with its block and the response, of one record and of a first page', async () => {
    const response = Object.defineProperty(Response.json({ order: { id: 'a' } }, { headers: block }), 'url', {
      value: 'http://elsewhere.test/order',
    })
    const client = createClient({ baseUrl, fetch: async () => response })
    const answered = await client.getOrder({ orderId: 'a' }).withResponse()
    expect(answered).toEqual({
      data: { order: { id: 'a' } },
      response,
      blockHeight: '42',
      blockTimestamp: '1700000000000000000',
    })
    expect(answered.response.url).toBe('http://elsewhere.test/order')
    const accounts = createClient({ baseUrl, fetch: async () => Response.json(noAccounts) }).listAccounts()
    expect(await accounts.withResponse()).toMatchObject({ data: noAccounts, blockHeight: undefined })
    expect((await accounts.withResponse()).data).toBe(await accounts)
  })
})

it.each([
  [['5', '5'], true],
  [['5', '6'], false],
  [['5', undefined], undefined],
  [[undefined, '5'], undefined],
])('pages at %j have their own block; whether it is the same: %j', async (heights, expected) => {
  const network = pagedNetwork([...'abc'])
  const left = [...heights]
  const fetch = asFetch(async request => {
    const height = left.shift()
    return new Response((await network.fetch(request)).body, {
      headers: height ? { 'x-block-height': height } : {},
    })
  })
  const list = createClient({ baseUrl, fetch }).listNodeSignatures({ id: 'r', 'pagination.first': 2 })
  expect(list.sameBlock).toBeUndefined()
  const pages: unknown[] = []
  for await (const { data, blockHeight } of list.pages().withResponse())
    pages.push([data.signatures.edges.length, blockHeight])
  expect(pages).toEqual([
    [2, heights[0]],
    [1, heights[1]],
  ])
  expect(list.sameBlock).toBe(expected)
  left.push(heights[1])
  expect((await list.collect()).sameBlock).toBe(expected)
})

describe('an ApiError', () => {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'ORDER_NOT_FOUND' }]
  const failing = async () =>
    Response.json(
      { code: 5, message: 'no order ab', details },
      { status: 404, headers: { 'x-request-id': 'its-id', 'set-cookie': 'session=secret', ...block } },
    )
  it('as JSON says all of it without secrets', async () => {
    const headers = { authorization: 'Bearer secret' }
    const call = createClient({ baseUrl, fetch: failing, headers }).getOrder({ orderId: 'ab' })
    const error = (await call.catch((reason: unknown) => reason)) as ApiError
    expect(error.headers.get('x-block-height')).toBe('42')
    expect(error.body).toBeUndefined()
    const text = JSON.stringify(error)
    expect(JSON.parse(text)).toEqual({
      name: 'ApiError',
      message: 'getOrder answered 404: no order ab',
      status: 404,
      code: 5,
      serverMessage: 'no order ab',
      details,
      operationId: 'getOrder',
      url: `${baseUrl}/api/v2/order/ab`,
      requestId: 'its-id',
      retryable: false,
    })
    expect(text).not.toContain('secret')
  })
})

it('a call that is printed names its operation and state, and no headers', async () => {
  const responses = [Response.json(noAccounts), new Response(null, { status: 404 })]
  const client = createClient({ baseUrl, fetch: async () => responses.shift()! })
  const call = () => client.listAccounts({}, { headers: { authorization: 'Bearer secret' } })
  for (const end of ['fulfilled', 'rejected']) {
    const printed = call()
    const state = () => inspect({ printed }, { depth: Infinity, showHidden: true })
    expect(state()).toBe('{ printed: Call(listAccounts, not sent) }')
    const settled = printed.catch(String)
    expect(state()).toBe('{ printed: Call(listAccounts, pending) }')
    await settled
    expect(state()).toBe(`{ printed: Call(listAccounts, ${end}) }`)
  }
})

it('a 304 that the caller asked for is no error', async () => {
  const fetch = async () => new Response(null, { status: 304, headers: { etag: 'W/"1"', ...block } })
  const options = { headers: { 'If-None-Match': 'W/"1"' } }
  const client = createClient({ baseUrl, fetch })
  const call = client.listAccounts({}, options)
  const { data, response, blockHeight } = await call.withResponse()
  expect([data, response.status, blockHeight]).toEqual([undefined, 304, '42'])
  await expect(call.collect()).rejects.toThrow('304: leave out if-none-match')
  await expect(client.listAccounts()).rejects.toMatchObject({ status: 304 })
})

it.each<[string, object | (() => unknown)]>([
  ['an object', { 'X-Token': 'a' }],
  ['Headers', new Headers({ 'x-token': 'a' })],
  ['pairs', [['x-token', 'a']]],
  ['an object with one that is undefined', { 'x-token': 'a', 'x-team': undefined }],
  ['a function', () => ({ 'x-token': 'a' })],
  ['an async function', async () => new Headers({ 'x-token': 'a' })],
])('headers may be %s', async (_, headers) => {
  const seen: (string | null)[] = []
  const fetch = asFetch(request => {
    seen.push(request.headers.get('x-token'), request.headers.get('x-team'))
    return Response.json(noAccounts)
  })
  const client = createClient({ baseUrl, fetch, headers: { 'x-team': 't', 'x-token': 'old' } })
  await client.listAccounts({}, { headers: headers as Headers })
  expect(seen).toEqual(['a', 't'])
})
