import type { paths } from '@trading-network/types'
import type { Client } from 'openapi-fetch'
import { describe, expect, it } from 'vitest'
import { asFetch } from '../test/connect.ts'
import { localServer, noAccounts, sendJson } from '../test/local-server.ts'
import { createClient } from './client.ts'
import type { ClientConfig } from './config.ts'
import { openapiFetch } from './raw-client.ts'

const rawOf = (config: Partial<ClientConfig>) =>
  openapiFetch<Client<paths>>(createClient({ baseUrl: 'http://network.test', ...config }))

describe('openapiFetch', () => {
  it('gives the client of openapi-fetch, with its own kind of results', async () => {
    const { baseUrl, targets } = await localServer(response => sendJson(response, noAccounts))
    const { data, error, response } = await rawOf({ baseUrl: `${baseUrl}/` }).GET('/api/v2/accounts', {
      params: { query: { 'filter.partyIds': ['aa', 'bb'] } },
    })
    expect(data?.accounts.edges).toEqual([])
    expect(error).toBeUndefined()
    expect(response.status).toBe(200)
    expect(targets).toEqual(['/api/v2/accounts?filter.partyIds=aa&filter.partyIds=bb'])
  })

  it('returns errors, as openapi-fetch does', async () => {
    const body = { code: 5, message: 'no such order', details: [] }
    const raw = rawOf({ fetch: async () => Response.json(body, { status: 404 }) })
    const params = { path: { orderId: 'ab' } }
    const { data, error, response } = await raw.GET('/api/v2/order/{orderId}', { params })
    expect([data, error, response.status]).toEqual([undefined, body, 404])
    expect((await raw.request('get', '/api/v2/order/{orderId}', { params })).response.status).toBe(404)
  })

  it('has the settings of its client, and takes those of a call', async () => {
    const seen: unknown[] = []
    const fetch = asFetch(({ headers }) => {
      seen.push([headers.get('x-team'), headers.get('x-job'), headers.get('x-seen')])
      return Response.json(noAccounts)
    })
    const adding = (name: string) => ({
      onRequest: ({ request }: { request: Request }) => request.headers.append('x-seen', name),
    })
    const raw = rawOf({ fetch, headers: { 'x-team': 'a' }, middleware: [adding('client')] })
    await raw.GET('/api/v2/accounts')
    const headers = { 'x-team': 'b', 'x-job': '2' }
    await raw.GET('/api/v2/accounts', { headers, middleware: [adding('call')] })
    expect(seen).toEqual([
      ['a', null, 'client'],
      ['b', '2', 'client, call'],
    ])
  })

  it('runs the middleware of `use` in the calls of the client too, which see the path template', async () => {
    const fetch = asFetch(({ headers }) => Response.json({ order: { id: headers.get('x-id') } }))
    const client = createClient({ baseUrl: 'http://network.test', fetch })
    openapiFetch<Client<paths>>(client).use({
      onRequest: ({ schemaPath, request }) => request.headers.set('x-id', schemaPath),
      onResponse: async ({ response }) => void (await response.json()),
    })
    expect((await client.getOrder({ orderId: 'ab' })).order.id).toBe('/api/v2/order/{orderId}')
  })

  it('retries, and rejects a success that is none', async () => {
    const answers = [
      new Response(null, { status: 503, headers: { 'retry-after': '0' } }),
      Response.json(noAccounts),
    ]
    const flaky = rawOf({ fetch: async () => answers.shift()! })
    expect((await flaky.GET('/api/v2/accounts')).data).toEqual(noAccounts)
    const portal = rawOf({ fetch: async () => new Response('<h1>Please log in</h1>'), retry: false })
    await expect(portal.GET('/api/v2/accounts')).rejects.toMatchObject({ name: 'ApiError', status: 200 })
    const other = rawOf({ fetch: async () => Response.json({ login: true }), retry: false })
    await expect(other.GET('/api/v2/accounts')).rejects.toMatchObject({ name: 'ApiError', status: 200 })
  })

  it('ends with the signal of a call', async () => {
    const never = () => new Promise<Response>(() => {})
    const signal = AbortSignal.abort('enough')
    await expect(rawOf({ fetch: never }).GET('/api/v2/accounts', { signal })).rejects.toBe('enough')
  })

  it('refuses a path that is not in the contract, and a client of another library', async () => {
    const path = '/api/v2/elsewhere' as '/api/v2/accounts'
    await expect(rawOf({}).GET(path)).rejects.toThrow('path must not be /api/v2/elsewhere')
    expect(() => openapiFetch<Client<paths>>({} as ReturnType<typeof createClient>)).toThrow(TypeError)
  })
})
