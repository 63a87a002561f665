import { corpus } from '@trading-network/test/corpus'
import { type OperationId, operations } from '@trading-network/types'
import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { createClient } from './client.ts'
import { aPage, aRecord, type ChosenResponses, exampleFetch, examples } from './testing.ts'

const client = (chosen?: ChosenResponses) =>
  createClient({ baseUrl: 'http://network.test/sub', fetch: exampleFetch(chosen), retry: false })

describe('exampleFetch', () => {
  it('carries the whole corpus, as it is written', () => {
    const carried = Object.entries(examples).map(([name, { body, status }]) => [name, status, body])
    const written = Object.entries(corpus).map(([name, example]) => [
      name,
      example['x-tn-response'].status,
      example.value,
    ])
    expect(carried.sort()).toEqual(written.sort())
  })

  it.each(Object.keys(operations) as OperationId[])(
    'responds to %s with its example, or own data',
    async id => {
      const params = { orderId: 'ab', partyId: 'ab', marketId: 'ab', id: 'ab' } as never
      const name = `${id}-typical${operations[id].page ? 'Page' : 'Order'}` as const
      expect(await client()[id](params)).toEqual(examples[name as keyof typeof examples].body)
      const record = aRecord(id)
      const body = id === 'getOrder' ? { order: record } : aPage(id, [record] as never)
      const result = client({ [id]: body })[id](params)
      expect(await result).toEqual(body)
      // Behind a cursor, every list is at its end: walks end, and may be repeated.
      if ('collect' in result)
        for (let walk = 0; walk < 2; walk++)
          expect(await result.collect()).toEqual({ items: [record], truncated: false })
    },
  )

  it('gives the chosen example, errors included', async () => {
    const chosen = client({
      listAccounts: 'listAccounts-emptyPage',
      getOrder: 'error-orderNotFound',
      getStake: 'error-unavailable',
    })
    expect((await chosen.listAccounts()).accounts.edges).toEqual([])
    const notFound: unknown = await chosen.getOrder({ orderId: 'ab' }).catch((reason: unknown) => reason)
    expect(notFound).toBeInstanceOf(ApiError)
    expect(notFound).toMatchObject({ status: 404, code: 5 })
    await expect(chosen.getStake({ partyId: 'ab' })).rejects.toMatchObject({ status: 503, retryAfter: 5 })
  })

  it('responds with a sequence: an error first, then pages, then the last response again', async () => {
    const pages = (['1', '2'] as const).map(balance =>
      aPage('listAccounts', [aRecord('listAccounts', { balance })], {
        hasNextPage: balance === '1',
        endCursor: balance,
      }),
    )
    const fetch = exampleFetch({ listAccounts: [new Response(null, { status: 503 }), ...pages] })
    const retrying = createClient({ baseUrl: 'http://network.test', fetch, retry: 1 })
    const { items } = await retrying.listAccounts().collect()
    expect(items.map(({ balance }) => balance)).toEqual(['1', '2'])
    expect((await retrying.listAccounts()).accounts.edges[0]?.node.balance).toBe('2')
  })

  it('repeats an error at the end of a sequence behind a cursor too', async () => {
    const page = aPage('listAccounts', [aRecord('listAccounts')], { hasNextPage: true })
    const broken = client({ listAccounts: [page, new Response('late', { status: 503 })] })
    await broken.listAccounts()
    for (let request = 0; request < 2; request++) {
      const next = broken.listAccounts({ 'pagination.after': 'cursor-1' })
      await expect(next).rejects.toMatchObject({ status: 503, body: 'late' })
    }
  })

  it.each(['pagination.after', 'pagination.before'])('is at its end behind a cursor: %s', async cursor => {
    expect((await client().listAccounts({ [cursor]: 'cursor-1' })).accounts.edges).toEqual([])
  })

  it('knows only the operations', async () => {
    const request = new Request('http://network.test/api/v2/markets')
    await expect(exampleFetch()(request)).rejects.toThrow('no operation at /api/v2/markets')
    expect(() => exampleFetch({ listMarkets: [] } as object)).toThrow('operation must not be listMarkets')
  })
})

describe('aRecord', () => {
  it('has the fields that were given, at any depth, and those of the example; a field that is undefined is left out', () => {
    expect(aRecord('getOrder', { price: '100' })).toEqual({ ...aRecord('getOrder'), price: '100' })
    expect(aRecord('getOrder').price).not.toBe('100')
    const { stopOrder } = aRecord('listStopOrders', { stopOrder: { price: '100', expiresAt: undefined } })
    expect(stopOrder).toEqual({ ...aRecord('listStopOrders').stopOrder, price: '100' })
    expect(stopOrder).not.toHaveProperty('expiresAt')
  })

  it('is a copy', () => {
    aRecord('listAccounts').owner = 'changed'
    expect(aRecord('listAccounts').owner).not.toBe('changed')
  })
})

it('aPage is the only one, unless it says something else, with the other fields of the response', () => {
  const records = [aRecord('listAccounts'), aRecord('listAccounts')]
  const { edges, pageInfo } = aPage('listAccounts', records).accounts
  const [startCursor, endCursor] = edges.map(({ cursor }) => cursor)
  expect(pageInfo).toEqual({ startCursor, endCursor, hasNextPage: false, hasPreviousPage: false })
  expect(endCursor).not.toBe(startCursor)
  expect(aPage('listAccounts', [], { hasNextPage: true }).accounts).toEqual({
    edges: [],
    pageInfo: { startCursor: '', endCursor: '', hasNextPage: true, hasPreviousPage: false },
  })
  expect(aPage('getStake', []).currentStakeAvailable).toMatch(/^\d+$/)
})
