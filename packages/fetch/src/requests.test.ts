import { afterEach, describe, expect, it, vi } from 'vitest'
import { asFetch } from '../test/as-fetch.ts'
import { localServer, noAccounts, sendJson } from '../test/local-server.ts'
import { createClient } from './client.ts'

/** What goes over the wire, seen by a real HTTP server. */
const accountsServer = () => localServer(response => sendJson(response, noAccounts))

describe('the query', () => {
  const sent = async (params: Parameters<ReturnType<typeof createClient>['listAccounts']>[0]) => {
    const { baseUrl, targets } = await accountsServer()
    await createClient({ baseUrl }).listAccounts(params)
    return targets
  }

  it('has the dotted names of the wire, booleans and numbers as they are', async () => {
    const targets = await sent({
      'filter.assetId': 'VOTE',
      includeDerivedParties: false,
      'pagination.first': 5,
      'pagination.newestFirst': true,
    })
    expect(targets).toEqual([
      '/api/v2/accounts?filter.assetId=VOTE&includeDerivedParties=false&pagination.first=5&pagination.newestFirst=true',
    ])
  })

  it('keeps an empty string, which asks for something', async () => {
    const { baseUrl, targets } = await localServer(response =>
      sendJson(response, { summaries: noAccounts.accounts }),
    )
    await createClient({ baseUrl }).listEpochRewardSummaries({
      'filter.marketIds': [''],
      'filter.fromEpoch': '0',
    })
    expect(targets).toEqual(['/api/v2/rewards/epoch/summaries?filter.marketIds=&filter.fromEpoch=0'])
  })

  it('encodes what means something in a query', async () => {
    const { baseUrl, targets } = await localServer(response =>
      sendJson(response, { liquidityProvisions: noAccounts.accounts }),
    )
    await createClient({ baseUrl }).listLiquidityProvisions({ reference: 'a&b=c, d+e#é' })
    expect(targets).toEqual(['/api/v2/liquidity/all-provisions?reference=a%26b%3Dc%2C%20d%2Be%23%C3%A9'])
  })

  it('carries 64-bit integers without losing a digit, and int32 with its sign', async () => {
    const { baseUrl, targets } = await localServer(response =>
      sendJson(response, { orders: noAccounts.accounts, order: {} }),
    )
    const client = createClient({ baseUrl })
    await client.listStopOrders({ 'filter.dateRange.startTimestamp': '9223372036854775807' })
    await client.getOrder({ orderId: 'ab', version: 0 })
    expect(targets).toEqual([
      '/api/v2/stoporders?filter.dateRange.startTimestamp=9223372036854775807',
      '/api/v2/order/ab?version=0',
    ])
  })

  it('is what the caller gave when the request is sent, not what it became afterwards', async () => {
    const { baseUrl, targets } = await accountsServer()
    const params = { 'filter.assetId': 'VOTE' }
    const accounts = createClient({ baseUrl }).listAccounts(params)
    params['filter.assetId'] = 'fBTC'
    await accounts
    expect(targets).toEqual(['/api/v2/accounts?filter.assetId=VOTE'])
  })
})

describe('the base URL', () => {
  it.each(['', '/', '//', '/test/net', '/test/net/'])('may end in %j', async end => {
    const { baseUrl, targets } = await accountsServer()
    await createClient({ baseUrl: baseUrl + end }).listAccounts()
    await createClient({ baseUrl: new URL(baseUrl + end) }).listAccounts()
    const path = end.startsWith('/test') ? '/test/net/api/v2/accounts' : '/api/v2/accounts'
    expect(targets).toEqual([path, path])
  })
})

describe('the headers', () => {
  it('are the caller’s, those of the call over those of the client, and no others', async () => {
    const seen: Record<string, string>[] = []
    const fetch = asFetch(request => {
      seen.push(Object.fromEntries(request.headers))
      return Response.json(noAccounts)
    })
    const client = createClient({
      baseUrl: 'http://network.test',
      fetch,
      headers: { 'x-team': 'a', 'x-job': '1' },
    })
    await client.listAccounts({}, { headers: { 'X-Job': '2' } })
    await createClient({ baseUrl: 'http://network.test', fetch }).listAccounts()
    expect(seen).toEqual([{ 'x-team': 'a', 'x-job': '2' }, {}])
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
