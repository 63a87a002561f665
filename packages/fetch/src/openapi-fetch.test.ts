import { describe, expect, it, vi } from 'vitest'
import { asFetch } from '../test/as-fetch.ts'
import { localServer, noAccounts, sendJson } from '../test/local-server.ts'
import { chain } from './chain.ts'
import { createOpenapiFetchClient } from './openapi-fetch.ts'

describe('createOpenapiFetchClient', () => {
  it('gives the openapi-fetch client of the contract, with its own kind of answers', async () => {
    const { baseUrl, targets } = await localServer(response => sendJson(response, noAccounts))
    const client = createOpenapiFetchClient({ baseUrl: `${baseUrl}/` })
    const { data, error, response } = await client.GET('/api/v2/accounts', {
      params: { query: { 'filter.partyIds': ['aa', 'bb'] } },
    })
    expect(data?.accounts.edges).toEqual([])
    expect(error).toBeUndefined()
    expect(response.status).toBe(200)
    expect(targets).toEqual(['/api/v2/accounts?filter.partyIds=aa&filter.partyIds=bb'])
  })

  it('runs middleware, which sees the path template and the request', async () => {
    const fetch = vi.fn(async (request: Request) =>
      Response.json({ order: { id: request.headers.get('x-id') } }),
    )
    const client = createOpenapiFetchClient({ baseUrl: 'http://network.test', fetch: asFetch(fetch) })
    client.use({ onRequest: ({ schemaPath, request }) => request.headers.set('x-id', schemaPath) })
    const { data } = await client.GET('/api/v2/order/{orderId}', { params: { path: { orderId: 'ab' } } })
    expect(data?.order.id).toBe('/api/v2/order/{orderId}')
    expect(fetch.mock.calls[0]?.[0].url).toBe('http://network.test/api/v2/order/ab')
  })

  it('refuses path values that the URL would swallow', async () => {
    const fetch = vi.fn(async () => Response.json({}))
    const client = createOpenapiFetchClient({ baseUrl: 'http://network.test', fetch })
    await expect(
      client.GET('/api/v2/order/{orderId}', { params: { path: { orderId: '..' } } }),
    ).rejects.toThrow(TypeError)
    expect(fetch).not.toHaveBeenCalled()
  })

  it('repeats what may be repeated, and rejects a success that is none', async () => {
    const answers = [
      new Response(null, { status: 503, headers: { 'retry-after': '0' } }),
      Response.json(noAccounts),
    ]
    const flaky = createOpenapiFetchClient({
      baseUrl: 'http://network.test',
      fetch: async () => answers.shift()!,
    })
    expect((await flaky.GET('/api/v2/accounts')).data).toEqual(noAccounts)
    const fetch = async () => new Response('<h1>Please log in</h1>')
    const portal = createOpenapiFetchClient({ baseUrl: 'http://network.test', fetch, retry: false })
    await expect(portal.GET('/api/v2/accounts')).rejects.toMatchObject({ name: 'ApiError', status: 200 })
  })

  it('lets middleware send a request elsewhere', async () => {
    const fetch = vi.fn(async (_: Request) => Response.json(noAccounts))
    const middleware = chain({ onRequest: () => new Request('http://elsewhere.test/list') })
    const client = createOpenapiFetchClient({
      baseUrl: 'http://network.test',
      fetch: asFetch(fetch),
      middleware,
    })
    expect((await client.GET('/api/v2/accounts')).data).toEqual(noAccounts)
    expect(fetch.mock.calls[0]?.[0].url).toBe('http://elsewhere.test/list')
  })
})
