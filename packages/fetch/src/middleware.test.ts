import type { Middleware } from '@trading-network/types'
import { describe, expect, it, vi } from 'vitest'
import { connect, fine } from '../test/connect.ts'
import { noAccounts } from '../test/local-server.ts'

const connectWith = (answer: Parameters<typeof connect>[0], middleware: readonly Middleware[]) =>
  connect(answer, { middleware, retry: false })

/** Notes when it is called, under its name. */
const noting = (name: string, notes: string[]): Middleware => ({
  onRequest: () => void notes.push(`${name} request`),
  onResponse: () => void notes.push(`${name} response`),
  onError: () => void notes.push(`${name} error`),
})

describe('middleware', () => {
  it('sees requests in order and answers in reverse, that of the client before that of the call', async () => {
    const notes: string[] = []
    const client = connectWith(() => fine(), [noting('a', notes), noting('b', notes)])
    await client.listAccounts({}, { middleware: [noting('c', notes)] })
    expect(notes).toEqual(['a request', 'b request', 'c request', 'c response', 'b response', 'a response'])
    notes.length = 0
    await client.listAccounts()
    expect(notes).toEqual(['a request', 'b request', 'b response', 'a response'])
  })

  it('may read the answer and give another, which is read like any', async () => {
    const answer = vi.fn()
    const client = connectWith(
      () => fine(),
      [
        { onResponse: () => new Response('nothing here', { status: 404 }) },
        { onResponse: async ({ response }) => void answer(await response.clone().json()) },
      ],
    )
    await expect(client.listAccounts()).rejects.toThrow('listAccounts answered 404: nothing here')
    expect(answer).toHaveBeenCalledWith(noAccounts)
  })

  it('runs once for a call, however many attempts lie beneath', async () => {
    const notes: string[] = []
    const answers = [
      new Response(null, { status: 503, headers: { 'retry-after': '0' } }),
      Response.json(noAccounts),
    ]
    const client = connect(() => answers.shift()!, { middleware: [noting('a', notes)] })
    await client.listAccounts()
    expect(answers).toEqual([])
    expect(notes).toEqual(['a request', 'a response'])
  })

  it('that hangs is ended by the caller’s abort', async () => {
    const abort = new AbortController()
    const client = connectWith(() => fine(), [{ onRequest: () => new Promise(() => {}) }])
    const call = expect(client.listAccounts({}, { signal: abort.signal })).rejects.toBe('enough')
    await Promise.resolve()
    abort.abort('enough')
    await call
  })

  it('gets the URL of the response, and a body that it may read', async () => {
    const fetch = async () =>
      Object.defineProperty(Response.json(noAccounts), 'url', { value: 'http://redirected.test/' })
    const seen: unknown[] = []
    const looking: Middleware = {
      async onResponse({ response }) {
        seen.push(response.url, response.status, await response.json())
      },
    }
    const parse = vi.spyOn(JSON, 'parse')
    expect(await connectWith(fetch, [looking]).listAccounts()).toEqual(noAccounts)
    expect(seen).toEqual(['http://redirected.test/', 200, noAccounts])
    // The client itself parses the body once, with middleware too.
    expect(parse.mock.calls.filter(([text]) => text === JSON.stringify(noAccounts))).toHaveLength(2)
    parse.mockRestore()
    expect(await connectWith(fetch, []).listAccounts({}, { middleware: [looking] })).toEqual(noAccounts)
  })

  it('gets a 2xx response that is not JSON as an error', async () => {
    const onError = vi.fn()
    const portal = async () => new Response('<h1>Please log in</h1>')
    const call = connectWith(portal, [{ onError }]).listAccounts()
    await expect(call).rejects.toMatchObject({ name: 'ApiError', status: 200 })
    expect(onError.mock.calls[0]?.[0].error).toMatchObject({ name: 'ApiError', status: 200 })
  })

  it('that gives another response may give any body, which is checked as usual', async () => {
    const giving = (response: Response) => connectWith(() => fine(), [{ onResponse: () => response.clone() }])
    await expect(giving(new Response('login')).listAccounts()).rejects.toMatchObject({ status: 200 })
    const body = { code: 5, message: 'gone', details: [] }
    await expect(giving(Response.json(body, { status: 404 })).listAccounts()).rejects.toMatchObject({
      status: 404,
      serverMessage: 'gone',
      url: '',
    })
    await expect(giving(new Response(null, { status: 500 })).listAccounts()).rejects.toMatchObject({
      status: 500,
      body: '',
    })
  })
})
