import { operations } from '@trading-network/types'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { asFetch } from '../test/as-fetch.ts'
import { localServer, noAccounts, sendJson } from '../test/local-server.ts'
import { createClient } from './client.ts'

/** What goes over the wire, seen by a real HTTP server. */
const accountsServer = () => localServer(response => sendJson(response, noAccounts))
const orderServer = () => localServer(response => sendJson(response, { order: {} }))

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

  it('repeats the name for each element of an array, one or many', async () => {
    expect(
      await sent({
        'filter.partyIds': ['aa', 'bb'],
        'filter.marketIds': ['cc'],
        'filter.accountTypes': ['ACCOUNT_TYPE_GENERAL', 'ACCOUNT_TYPE_BOND'],
      }),
    ).toEqual([
      '/api/v2/accounts?filter.partyIds=aa&filter.partyIds=bb&filter.marketIds=cc' +
        '&filter.accountTypes=ACCOUNT_TYPE_GENERAL&filter.accountTypes=ACCOUNT_TYPE_BOND',
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

  it('leaves out undefined', async () => {
    // As a caller without exactOptionalPropertyTypes writes it.
    const loose: object = { 'filter.assetId': undefined, 'filter.partyIds': undefined }
    expect(await sent(loose)).toEqual(['/api/v2/accounts'])
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

describe('the path', () => {
  it('encodes its values', async () => {
    const { baseUrl, targets } = await orderServer()
    await createClient({ baseUrl }).getOrder({ orderId: 'a/b?c#d%e é' })
    expect(targets).toEqual(['/api/v2/order/a%2Fb%3Fc%23d%25e%20%C3%A9'])
  })

  it.each(['', '.', '..'])(
    'refuses %j before any request, in every operation that has a path value',
    async id => {
      const { baseUrl, targets } = await orderServer()
      const client = createClient({ baseUrl })
      await expect(client.getOrder({ orderId: id })).rejects.toThrow(TypeError)
      await expect(client.getStake({ partyId: id })).rejects.toThrow(TypeError)
      await expect(client.listFundingPeriodDataPoints({ marketId: id })).rejects.toThrow(TypeError)
      expect(targets).toEqual([])
    },
  )
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

it.each(Object.entries(operations))(
  'no parameter of %s stands in both path and query',
  (_, { parameters }) => {
    const names = parameters.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  },
)

describe('a base URL', () => {
  it('that is none is refused when the client is made', () => {
    expect(() => createClient({ baseUrl: 'nowhere' })).toThrow(TypeError)
    expect(() => createClient({ baseUrl: '' })).toThrow(TypeError)
  })

  it('may be relative in a page', async () => {
    vi.stubGlobal('location', new URL('https://app.example/list/open'))
    const fetch = vi.fn(async (_: Request) => Response.json(noAccounts))
    await createClient({ baseUrl: '/proxy/', fetch: asFetch(fetch) }).listAccounts()
    expect(fetch.mock.calls[0]?.[0].url).toBe('https://app.example/proxy/api/v2/accounts')
    vi.unstubAllGlobals()
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

  it('and everything else belongs to one client alone', async () => {
    const client = (asset: string) =>
      createClient({
        baseUrl: `http://${asset}.test`,
        headers: { 'x-asset': asset },
        fetch: asFetch(({ url, headers }) =>
          Response.json({ order: { url, asset: headers.get('x-asset') } }),
        ),
      })
    const [vote, btc] = [client('vote'), client('btc')]
    const answers = await Promise.all([vote.getOrder({ orderId: 'a' }), btc.getOrder({ orderId: 'a' })])
    expect(answers.map(({ order }) => order)).toEqual([
      { url: 'http://vote.test/api/v2/order/a', asset: 'vote' },
      { url: 'http://btc.test/api/v2/order/a', asset: 'btc' },
    ])
  })
})
