import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import type { Client } from 'openapi-fetch'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ClientConfig, createClient, openapiFetch, type paths } from '../src/index.ts'
import { watch } from '../src/watch.ts'
import { noAccounts } from './local-server.ts'
import { pagedNetwork } from './paged-network.ts'

/** A server that writes this status line. */
const serverOf = async (statusLine: string, body: unknown): Promise<string> => {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => {
      const text = JSON.stringify(body)
      socket.end(
        `HTTP/1.1 ${statusLine}\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
      )
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const problem = { code: 14, message: 'odd', details: [] }
const middleware = [{ onResponse: () => {} }]

describe.each<[string, Partial<ClientConfig>]>([
  ['a client', {}],
  ['a client with middleware', { middleware }],
])('%s reads the status line', (_, config) => {
  it('200 成功', async () => {
    const baseUrl = await serverOf('200 成功', noAccounts)
    expect(await createClient({ baseUrl, ...config }).listAccounts()).toEqual(noAccounts)
  })

  it.each([
    ['404 €', 404],
    ['503 служба', 503],
    ['600 Beyond', 600],
    ['999 Request denied', 999],
  ])('%s', async (statusLine, status) => {
    const baseUrl = await serverOf(statusLine, problem)
    const call = createClient({ baseUrl, retry: false, ...config }).listAccounts()
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status, serverMessage: 'odd' })
  })
})

it('the raw client reads an odd status line, too', async () => {
  const client = createClient({ baseUrl: await serverOf('999 €', problem), retry: false })
  const { error, response } = await openapiFetch<Client<paths>>(client).GET('/api/v2/accounts')
  expect([error, response.status]).toEqual([problem, 999])
})

describe('without the globals that React Native does not have', () => {
  const { throwIfAborted } = AbortSignal.prototype
  const reason = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'reason')!
  const { any, timeout } = AbortSignal
  const RealStream = ReadableStream

  const removeGlobals = () => {
    Object.assign(AbortSignal.prototype, { throwIfAborted: undefined })
    Object.defineProperty(AbortSignal.prototype, 'reason', { get: () => undefined, configurable: true })
    Object.assign(AbortSignal, { any: undefined, timeout: undefined })
    vi.stubGlobal('ReadableStream', undefined)
  }
  afterEach(() => {
    Object.assign(AbortSignal.prototype, { throwIfAborted })
    Object.defineProperty(AbortSignal.prototype, 'reason', reason)
    Object.assign(AbortSignal, { any, timeout })
    vi.unstubAllGlobals()
  })

  /** A client of five records, whose bodies are no streams. */
  const client = () => {
    const { fetch } = pagedNetwork([...'abcde'])
    const withoutStreams = async (request: Request) => {
      // Node makes its own responses of streams.
      vi.stubGlobal('ReadableStream', RealStream)
      const response = await fetch(request)
      vi.stubGlobal('ReadableStream', undefined)
      return Object.defineProperty(response, 'body', { value: undefined })
    }
    removeGlobals()
    return createClient({ baseUrl: 'http://network.test', fetch: withoutStreams })
  }

  it('a walk, collect and a call with a signal work', async () => {
    const { signal } = new AbortController()
    const list = () => client().listNodeSignatures({ id: 'r', 'pagination.first': 2 }, { signal })
    const walked: string[] = []
    for await (const { id } of list()) walked.push(id)
    expect(walked).toEqual([...'abcde'])
    expect((await list().collect({ limit: 3 })).items).toHaveLength(3)
    expect((await list()).signatures.edges).toHaveLength(2)
  })

  it('a watch works, and ends with an AbortError', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const watching = watch(client().listNodeSignatures({ id: 'r' }, { signal }), { interval: 1 })
    expect((await watching.next()).value?.records).toHaveLength(5)
    const next = watching.next()
    controller.abort()
    await expect(next).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('an abort ends a call with an AbortError', async () => {
    const controller = new AbortController()
    removeGlobals()
    const fetch = () => new Promise<Response>(() => {})
    const call = createClient({ baseUrl: 'http://network.test', fetch })
      .listAccounts({}, { signal: controller.signal })
      .withResponse()
    controller.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })
})

it('a header that is undefined is not sent, and does not hide that of the client', async () => {
  const seen: Record<string, string>[] = []
  const fetch = async ({ headers }: Request) => {
    seen.push(Object.fromEntries(headers))
    return Response.json(noAccounts)
  }
  const client = createClient({ baseUrl: 'http://network.test', fetch, headers: { 'x-team': 'a' } })
  await client.listAccounts({}, { headers: { 'x-team': undefined, authorization: undefined } })
  await client.listAccounts({}, { headers: () => ({ 'x-team': undefined, 'x-job': '1' }) })
  expect(seen).toEqual([{ 'x-team': 'a' }, { 'x-job': '1', 'x-team': 'a' }])
})

it('a header of the block that a proxy has doubled counts once, and an empty one does not', async () => {
  const headers = { 'x-block-height': '6, 6', 'x-chain-id': '' }
  const fetch = async () => Response.json(noAccounts, { headers })
  const client = createClient({ baseUrl: 'http://network.test', fetch })
  const { blockHeight, chainId } = await client.listAccounts().withResponse()
  expect([blockHeight, chainId]).toEqual(['6', undefined])
})
