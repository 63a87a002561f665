import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { localServer, noAccounts, sendJson } from '../test/local-server.ts'
import { ApiError } from './api-error.ts'
import { createClient } from './client.ts'

/** The error of `listAccounts` when a real HTTP server answers like this. */
const failure = async (answer: (response: ServerResponse) => void): Promise<ApiError> => {
  const { baseUrl } = await localServer(answer)
  const error: unknown = await createClient({ baseUrl, retry: false })
    .listAccounts()
    .then(
      data => expect.fail(`resolved with ${JSON.stringify(data)}`),
      (reason: unknown) => reason,
    )
  if (!(error instanceof ApiError)) throw error
  return error
}

const html = `<!doctype html>\n<title>502  Bad Gateway</title>${'x'.repeat(5000)}`

describe('a refusal', () => {
  it.each([
    [400, false],
    [403, false],
    [404, false],
    [405, false],
    [408, true],
    [429, true],
    [500, true],
    [501, false],
    [502, true],
    [503, true],
    [504, true],
  ])('with %i is retryable: %j', async (status, retryable) => {
    const error = await failure(response =>
      sendJson(response, { code: 13, message: 'x', details: [] }, status),
    )
    expect(error).toMatchObject({ status, retryable })
  })

  it('by a proxy keeps the status and the text of its page, a hundred characters in the message', async () => {
    const error = await failure(response =>
      response.writeHead(502, { 'content-type': 'text/html' }).end(html),
    )
    expect(error).toMatchObject({ status: 502, code: undefined, details: [], body: html })
    expect(error.message).toMatch(
      /^listAccounts answered 502: <!doctype html> <title>502 Bad Gateway<\/title>x+$/,
    )
    expect(error.message).toHaveLength('listAccounts answered 502: '.length + 100)
  })

  it.each([null, { error: 'overloaded' }, { code: '3', message: 'no' }, { code: 3, message: {} }])(
    'by a proxy with its own JSON keeps that: %j',
    async body => {
      const error = await failure(response => sendJson(response, body, 503))
      expect(error).toMatchObject({ code: undefined, serverMessage: undefined, body: JSON.stringify(body) })
    },
  )

  it('with details that are no list has none', async () => {
    const body = { code: 3, message: 'no', details: 'boom' }
    expect(await failure(response => sendJson(response, body, 400))).toMatchObject({ code: 3, details: [] })
  })

  it('whose body breaks off keeps its status', async () => {
    const error = await failure(response => {
      response.writeHead(503, { 'content-length': 1000 })
      response.write('{"code":14,')
      setTimeout(() => response.destroy(), 20)
    })
    expect(error).toMatchObject({ status: 503, body: '', retryable: true })
  })
})

const { pageInfo } = noAccounts.accounts
const pageOf = (change: object) => JSON.stringify({ accounts: { edges: [], pageInfo, ...change } })

describe('a success', () => {
  it.each([
    ['of length 0', 200, { 'content-length': '0' }],
    ['in chunks', 200, { 'transfer-encoding': 'chunked' }],
    ['as 204', 204, {}],
  ])('without a body, %s, is an error', async (_, status, headers) => {
    const error = await failure(response => response.writeHead(status, headers).end())
    expect(error).toMatchObject({
      status,
      body: '',
      message: `listAccounts answered ${status} without data: no body`,
    })
    expect(error.cause).toBeInstanceOf(SyntaxError)
  })

  it.each([
    'null',
    '0',
    '"text"',
    '[]',
    '{}',
    '{"accounts":null}',
    '{"accounts":{"edges":[]}}',
    '{"accounts":{"edges":[],"pageInfo":null}}',
    pageOf({ edges: {} }),
    pageOf({ edges: [null] }),
    pageOf({ edges: [{ node: 'text' }] }),
    pageOf({ edges: [{ node: [] }] }),
    pageOf({ pageInfo: { ...pageInfo, endCursor: 5 } }),
    pageOf({ pageInfo: { ...pageInfo, startCursor: null } }),
    pageOf({ pageInfo: { ...pageInfo, hasNextPage: 'false' } }),
  ])('of a list with %s instead of a page is an error', async text => {
    const error = await failure(response => response.writeHead(200).end(text))
    expect(error).toMatchObject({ status: 200, body: text, retryable: false })
    expect(error.message).toMatch(/^listAccounts answered 200 without data: invalid accounts.*: /)
    expect(error.message).toContain(text.slice(0, 100))
  })
})
