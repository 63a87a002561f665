import type { Client } from 'openapi-fetch'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient, openapiFetch, type paths } from '../src/index.ts'
import { watch } from '../src/watch.ts'
import { localServer, noAccounts } from './local-server.ts'
import { pagedNetwork } from './paged-network.ts'

/** A server that writes this status line. */
const serverOf = async (statusLine: string): Promise<string> => {
  const text = JSON.stringify(problem)
  const head = `HTTP/1.1 ${statusLine}\r\ncontent-length: ${text.length}\r\nconnection: close\r\n\r\n`
  return (await localServer(({ socket }) => socket?.end(head + text))).baseUrl
}

const problem = { code: 14, message: 'odd', details: [] }

it.each(['404 €', '999 Request denied'])('the status line %s is read by all clients', async statusLine => {
  const baseUrl = await serverOf(statusLine)
  const status = Number.parseInt(statusLine, 10)
  for (const config of [{}, { middleware: [{ onResponse: () => {} }] }]) {
    const client = createClient({ baseUrl, retry: false, ...config })
    const expected = { name: 'ApiError', status, serverMessage: 'odd' }
    await expect(client.listAccounts()).rejects.toMatchObject(expected)
    const { error, response } = await openapiFetch<Client<paths>>(client).GET('/api/v2/accounts')
    expect([error, response.status]).toEqual([problem, status])
  }
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
})

it('a header of the block that a proxy has doubled counts once, and an empty one does not', async () => {
  const headers = { 'x-block-height': '6, 6', 'x-chain-id': '' }
  const fetch = async () => Response.json(noAccounts, { headers })
  const client = createClient({ baseUrl: 'http://network.test', fetch })
  const { blockHeight, chainId } = await client.listAccounts().withResponse()
  expect([blockHeight, chainId]).toEqual(['6', undefined])
})
