import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { ApiError } from '../src/api-error.ts'
import { createClient } from '../src/client.ts'
import type { ClientConfig } from '../src/config.ts'
import { localServer, noAccounts, sendJson } from './local-server.ts'

type Client = ReturnType<typeof createClient>
interface Expected {
  /** A part of the message of the ApiError; without it the call resolves. */
  readonly error?: string | RegExp
  readonly fields?: object
  /** Number of requests; 1 unless set. */
  readonly requests?: number
}

const cursors = { startCursor: 'a', endCursor: 'b', hasNextPage: false, hasPreviousPage: false }
const node = { owner: 'ab' }
const page = (change: object) => ({ accounts: { edges: [], pageInfo: cursors, ...change } })
const body = (value: unknown) => (response: ServerResponse) => sendJson(response, value)
const refusal =
  (value: unknown, headers: Record<string, string> = {}, status = 429) =>
  (response: ServerResponse) => {
    for (const [name, text] of Object.entries(headers)) response.setHeader(name, text)
    sendJson(response, value, status)
  }
const later = { code: 8, message: 'later', details: [] }
const seconds = (from: number) => `${Math.floor(Date.now() / 1000) + from}`
const accounts = (client: Client) => client.listAccounts().collect()
const order = (client: Client) => client.getOrder({ orderId: 'ab' })
/** A megabyte of JSON that never ends. */
const flood = (response: ServerResponse, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed && response.write('["'.padEnd(1_000_000, 'x')));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

const cases: Record<
  string,
  [(response: ServerResponse) => void, (client: Client) => unknown, Expected, Partial<ClientConfig>?]
> = {
  'edges: null': [body(page({ edges: null })), accounts, { error: 'invalid accounts: ' }],
  'edges that are an object': [body(page({ edges: {} })), accounts, { error: 'invalid accounts: ' }],
  'no edges': [body({ accounts: { pageInfo: cursors } }), accounts, { error: 'invalid accounts: ' }],
  'a node that is text': [
    body(page({ edges: [{ node }, { node: 'x' }] })),
    accounts,
    { error: 'invalid accounts: ' },
  ],
  'a node that is null': [body(page({ edges: [{ node: null }] })), accounts, { error: 'invalid accounts: ' }],
  'a node that is a list': [body(page({ edges: [{ node: [] }] })), accounts, { error: 'invalid accounts: ' }],
  'an edge that is null': [body(page({ edges: [null] })), accounts, { error: 'invalid accounts: ' }],
  'an edge that is a number': [body(page({ edges: [7] })), accounts, { error: 'invalid accounts: ' }],
  'a page that is a list': [body({ accounts: [] }), accounts, { error: 'invalid accounts: ' }],
  'a page that is text': [body({ accounts: 'all' }), accounts, { error: 'invalid accounts: ' }],
  'the page of another list': [
    body({ orders: page({}).accounts }),
    accounts,
    { error: 'invalid accounts: ' },
  ],
  'pageInfo: null': [body(page({ pageInfo: null })), accounts, { error: 'invalid accounts: ' }],
  'an empty pageInfo': [body(page({ pageInfo: {} })), accounts, { error: 'invalid accounts: ' }],
  'a numeric cursor': [
    body(page({ pageInfo: { ...cursors, endCursor: 5 } })),
    accounts,
    { error: 'invalid accounts: ' },
  ],
  'a cursor that is null': [
    body(page({ pageInfo: { ...cursors, startCursor: null } })),
    accounts,
    { error: 'invalid accounts: ' },
  ],
  'hasNextPage as text': [
    body(page({ pageInfo: { ...cursors, hasNextPage: 'false' } })),
    accounts,
    { error: 'invalid accounts: ' },
  ],
  'an order that is []': [body([]), order, { error: 'invalid order: []' }],
  'a login page in JSON': [
    body({ login: true }),
    order,
    { error: 'getOrder answered 200 without data: invalid order: {"login":true}' },
  ],
  'order: null': [body({ order: null }), order, { error: 'invalid order' }],
  'null instead of an order': [body(null), order, { error: 'invalid order: null' }],
  'a page of 200 000 records': [body(page({ edges: Array(200_000).fill({ node }) })), accounts, {}],
  'fields named __proto__': [
    response => response.end('{"order":{"id":"a"},"__proto__":{"order":null}}'),
    order,
    {},
  ],
  'details: "boom"': [
    refusal({ code: 3, message: 'no', details: 'boom' }, {}, 400),
    order,
    { error: /400: no$/, fields: { details: [], serverMessage: 'no' } },
  ],
  'details: null': [
    refusal({ code: 3, message: 'no', details: null }, {}, 400),
    order,
    { error: /400: no$/, fields: { details: [] } },
  ],
  'a code that is text': [
    refusal({ code: '3', message: 'no' }, {}, 400),
    order,
    { error: '400: {"code":"3"', fields: { code: undefined, serverMessage: undefined } },
  ],
  'a message that is an object': [
    refusal({ code: 3, message: {} }, {}, 400),
    order,
    { error: '400: {"code":3', fields: { serverMessage: undefined } },
  ],
  'an error in a 200': [body(later), accounts, { error: '200 without data: later', fields: { code: 8 } }],
  'an empty body': [response => response.end(), order, { error: 'no body', requests: 2 }],
  'a body that is cut off': [
    response => response.end('{"order":{'),
    order,
    { error: 'without data: {"order":{', requests: 2 },
  ],
  'bytes that are not UTF-8': [
    response => response.end(Buffer.from([0xff, 0xfe])),
    order,
    { error: 'without data', requests: 2 },
  ],
  'a body without end': [
    response => flood(response),
    order,
    { error: 'body of more than 5000000 bytes', fields: { retryable: false } },
    { maxSize: 5_000_000 },
  ],
  'an error body without end': [
    response => flood(response, 503),
    order,
    { error: '503: body of more than 4000000 bytes' },
    { maxSize: 4_000_000 },
  ],
  'a body above the maximum': [
    body({ order: { id: 'x'.repeat(2000) } }),
    order,
    { error: 'body of more than 1000 bytes' },
    { maxSize: 1000 },
  ],
  'a body just at the maximum': [body({ order: {} }), order, {}, { maxSize: 12 }],
  'a 304 that nobody asked for': [
    response => response.writeHead(304).end(),
    order,
    { error: 'answered 304' },
  ],
  'a redirect without a place': [response => response.writeHead(302).end(), order, { error: 'answered 302' }],
  'Retry-After: a day': [
    refusal(later, { 'retry-after': '86400' }),
    order,
    { error: 'later', fields: { retryAfter: 86_400 } },
  ],
  'Retry-After: -1': [
    refusal(later, { 'retry-after': '-1' }),
    order,
    { error: 'later', fields: { retryAfter: undefined }, requests: 2 },
  ],
  'Retry-After: soon': [
    refusal(later, { 'retry-after': 'soon' }),
    order,
    { error: 'later', fields: { retryAfter: undefined }, requests: 2 },
  ],
  'Retry-After: Infinity': [refusal(later, { 'retry-after': '9'.repeat(400) }), order, { error: 'later' }],
  'RateLimit-Reset: a time tomorrow': [
    refusal(later, { 'ratelimit-reset': seconds(86_400) }),
    order,
    { error: 'later' },
  ],
  'RateLimit-Reset: a time that has passed': [
    refusal(later, { 'ratelimit-reset': seconds(-9) }),
    order,
    { error: 'later', fields: { retryAfter: undefined }, requests: 2 },
  ],
  'RateLimit-Remaining: -5': [refusal({ order: {} }, { 'ratelimit-remaining': '-5' }, 200), order, {}],
  'RateLimit-Remaining: many': [refusal({ order: {} }, { 'ratelimit-remaining': 'many' }, 200), order, {}],
  'RateLimit-Remaining: 0, with a reset in a day': [
    refusal({ order: {} }, { 'ratelimit-remaining': '0', 'ratelimit-reset': '86400' }, 200),
    order,
    {},
  ],
}

it.each(Object.entries(cases))(
  '%s',
  async (_, [answer, call, { error: message, fields = {}, requests: count = 1 }, config]) => {
    const { baseUrl, requests } = await localServer(answer)
    const client = createClient({ baseUrl, retry: 1, maxWait: 500, ...config })
    const run = async () => call(client)
    const error = await run().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(requests).toHaveLength(count)
    if (message === undefined) expect(error).toBeUndefined()
    else {
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({
        message: expect.stringMatching(message instanceof RegExp ? message : escaped(message)),
        ...fields,
      })
      expect(JSON.parse(JSON.stringify(error))).toMatchObject({
        name: 'ApiError',
        message: (error as Error).message,
      })
    }
    // The client is as good as new, whatever the server said.
    if (message === undefined) await run()
  },
)

const escaped = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

it('there are at least forty cases', () => expect(Object.keys(cases).length).toBeGreaterThanOrEqual(40))

it('the fixture itself is accepted', async () => {
  const { baseUrl } = await localServer(body(noAccounts))
  expect(await accounts(createClient({ baseUrl }))).toEqual({ items: [], truncated: false })
})
