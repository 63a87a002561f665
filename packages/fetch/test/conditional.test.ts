import { expect, it } from 'vitest'
import { conditionalFetch, createClient, type Fetch } from '../src/index.ts'
import { localServer, noAccounts, sendJson } from './local-server.ts'

/** A server at a block, which tags its responses with it. */
const taggedServer = async (body: () => unknown = () => noAccounts) => {
  const state = { block: 1, full: 0, unchanged: 0 }
  const { baseUrl } = await localServer((response, { headers }) => {
    const etag = `W/"${state.block}"`
    response.setHeader('etag', etag).setHeader('x-block-height', `${state.block}`)
    if (headers['if-none-match'] === etag) {
      state.unchanged++
      response.writeHead(304).end()
    } else {
      state.full++
      sendJson(response, body())
    }
  })
  return { baseUrl, state }
}

it('a 304 returns the kept data, with the headers of the 304', async () => {
  const { baseUrl, state } = await taggedServer()
  const client = createClient({ baseUrl, fetch: conditionalFetch() })
  const first = await client.listAccounts()
  const { data, blockHeight, response } = await client.listAccounts().withResponse()
  expect(data).toEqual(noAccounts)
  // A caller that changes its data does not change the kept one.
  expect(data).not.toBe(first)
  expect([blockHeight, response.status, response.url]).toEqual(['1', 200, `${baseUrl}/api/v2/accounts`])
  state.block = 2
  expect((await client.listAccounts().withResponse()).blockHeight).toBe('2')
  expect((await client.listAccounts().collect()).items).toEqual([])
  expect(state).toEqual({ block: 2, full: 2, unchanged: 2 })
})

it('works below middleware too, and parses the kept body once more only', async () => {
  const { baseUrl, state } = await taggedServer()
  const statuses: number[] = []
  const middleware = [
    { onResponse: ({ response }: { response: Response }) => void statuses.push(response.status) },
  ]
  const client = createClient({ baseUrl, fetch: conditionalFetch(), middleware })
  for (let call = 0; call < 3; call++) expect(await client.listAccounts()).toEqual(noAccounts)
  expect(statuses).toEqual([200, 200, 200])
  expect(state).toMatchObject({ full: 1, unchanged: 2 })
})

it('keeps the responses that were used last, up to its size in bytes', async () => {
  const order = { order: { id: 'x'.repeat(1000) } }
  const { baseUrl, state } = await taggedServer(() => order)
  const maxSize = 2 * JSON.stringify(order).length
  const client = createClient({ baseUrl, fetch: conditionalFetch({ maxSize }) })
  for (const orderId of ['a', 'b', 'a', 'c', 'a', 'b']) await client.getOrder({ orderId })
  expect(state).toMatchObject({ full: 4, unchanged: 2 })
})

it('keeps no response that is larger than its size, and leaves the others', async () => {
  let size = 10
  const { baseUrl, state } = await taggedServer(() => ({ order: { id: 'x'.repeat(size) } }))
  const client = createClient({ baseUrl, fetch: conditionalFetch({ maxSize: 1000 }) })
  await client.getOrder({ orderId: 'small' })
  size = 5000
  await client.getOrder({ orderId: 'large' })
  await client.getOrder({ orderId: 'large' })
  await client.getOrder({ orderId: 'small' })
  expect(state).toMatchObject({ full: 3, unchanged: 1 })
})

it.each(['authorization', 'cookie'])('shares no response between users with another %s', async header => {
  const tags: (string | null)[] = []
  // It answers 304 to everybody, which no server may do.
  const fetch: Fetch = async ({ headers }) => {
    const tag = headers.get('if-none-match')
    tags.push(tag)
    return tag
      ? new Response(null, { status: 304 })
      : Response.json({ order: { id: headers.get(header) } }, { headers: { etag: 'W/"1"' } })
  }
  const client = createClient({ baseUrl: 'http://network.test', fetch: conditionalFetch({ fetch }) })
  const orderOf = async (user: string) =>
    (await client.getOrder({ orderId: 'a' }, { headers: { [header]: user } })).order.id
  expect([await orderOf('one'), await orderOf('other'), await orderOf('one')]).toEqual([
    'one',
    'other',
    'one',
  ])
  expect(tags).toEqual([null, null, 'W/"1"'])
})

it('changes no request, so an attempt after a failure starts from the same headers', async () => {
  const tags: (string | null)[] = []
  const answers = [
    () => Response.json(noAccounts, { headers: { etag: 'W/"1"' } }),
    () => new Response(null, { status: 503, headers: { 'retry-after': '0' } }),
    () => new Response(null, { status: 304 }),
  ]
  const fetch: Fetch = async ({ headers }) => {
    tags.push(headers.get('if-none-match'))
    return answers[tags.length - 1]!()
  }
  const client = createClient({ baseUrl: 'http://network.test', fetch: conditionalFetch({ fetch }) })
  await client.listAccounts()
  expect(await client.listAccounts()).toEqual(noAccounts)
  expect(tags).toEqual([null, 'W/"1"', 'W/"1"'])
})

it('leaves the caller’s own If-None-Match to the caller', async () => {
  const { baseUrl } = await taggedServer()
  const client = createClient({ baseUrl, fetch: conditionalFetch() })
  await client.listAccounts()
  const { data, response } = await client
    .listAccounts({}, { headers: { 'if-none-match': 'W/"1"' } })
    .withResponse()
  expect([data, response.status]).toEqual([undefined, 304])
})

it('keeps neither a body that is too large nor one that was cut off', async () => {
  const { baseUrl, state } = await taggedServer(() => ({ order: { id: 'x'.repeat(5000) } }))
  const client = createClient({ baseUrl, fetch: conditionalFetch(), retry: false })
  await expect(client.getOrder({ orderId: 'a' }, { maxSize: 1000 })).rejects.toThrow('more than 1000 bytes')
  await client.getOrder({ orderId: 'a' })
  expect(state).toMatchObject({ full: 2, unchanged: 0 })
})
