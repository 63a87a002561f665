import { afterEach, describe, expect, it, vi } from 'vitest'
import { localServer, noAccounts, sendJson } from '../test/local-server.ts'
import { createClient } from './client.ts'

/** What goes over the wire, seen by a real HTTP server. */
const accountsServer = () => localServer(response => sendJson(response, noAccounts))

it('sends what the caller gave, not what it became afterwards', async () => {
  const { baseUrl, targets } = await accountsServer()
  const params = { 'filter.assetId': 'VOTE', 'filter.partyIds': ['ab'] }
  const accounts = createClient({ baseUrl }).listAccounts(params)
  params['filter.assetId'] = 'fBTC'
  params['filter.partyIds'].push('cd')
  await accounts
  expect(targets).toEqual(['/api/v2/accounts?filter.assetId=VOTE&filter.partyIds=ab'])
})

describe('the base URL', () => {
  it.each(['', '/', '//', '/test/net', '/test/net/', '/@me/'])('may end in %j', async end => {
    const { baseUrl, targets } = await accountsServer()
    await createClient({ baseUrl: baseUrl + end }).listAccounts()
    await createClient({ baseUrl: new URL(baseUrl + end) }).listAccounts()
    const path = `${end.replace(/\/+$/, '')}/api/v2/accounts`
    expect(targets).toEqual([path, path])
  })
})

describe('fetch', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('of the platform is looked up at each call', async () => {
    const client = createClient({ baseUrl: 'http://network.test' })
    const interceptor = vi.fn<typeof globalThis.fetch>(async () => Response.json(noAccounts))
    vi.stubGlobal('fetch', interceptor)
    await client.listAccounts({}, { headers: { 'x-a': '1' } })
    const request = new Request(...interceptor.mock.calls[0]!)
    expect(request.url).toBe('http://network.test/api/v2/accounts')
    expect(request.headers.get('x-a')).toBe('1')
  })

  it('is called without a receiver, as browsers demand of their own', async () => {
    let receiver: unknown = 'not called'
    const fetch = async function (this: unknown) {
      receiver = this
      return Response.json(noAccounts)
    }
    await createClient({ baseUrl: 'http://network.test', fetch }).listAccounts()
    expect(receiver).toBeUndefined()
  })

  it('has time when the timeout is longer than a timer can be', async () => {
    const fetch = async () => {
      await new Promise(resolve => setTimeout(resolve, 20))
      return Response.json(noAccounts)
    }
    const client = createClient({ baseUrl: 'http://network.test', fetch, timeout: 2 ** 31, retry: 0 })
    expect(await client.listAccounts()).toEqual(noAccounts)
  })
})
