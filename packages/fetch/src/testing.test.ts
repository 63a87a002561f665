import { type OperationId, operations } from '@trading-network/types'
import { describe, expect, it } from 'vitest'
import { corpus } from '../test/corpus.ts'
import { ApiError } from './api-error.ts'
import { createClient } from './client.ts'
import { aPage, aRecord, type ChosenResponses, exampleFetch, examples } from './testing.ts'

const client = (chosen?: ChosenResponses) =>
  createClient({ baseUrl: 'http://network.test/sub', fetch: exampleFetch(chosen), retry: false })
const party = '37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac'

describe('exampleFetch', () => {
  it('carries the whole corpus, as it is written', () => {
    const carried = Object.entries(examples).map(([name, { body, status }]) => ({
      name,
      status,
      value: body,
    }))
    const written = corpus.map(({ name, status, value }) => ({ name, status, value }))
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
    expect(carried.sort(byName)).toEqual(written.sort(byName))
  })

  it('answers with what is typical', async () => {
    expect(await client().getOrder({ orderId: 'ab' })).toEqual(examples['getOrder-typicalOrder'].body)
    expect(await client().getStake({ partyId: party })).toEqual(examples['getStake-typicalPage'].body)
    expect(await client().listStopOrders()).toEqual(examples['listStopOrders-typicalPage'].body)
  })

  it.each(Object.keys(operations) as OperationId[])('lets walks over %s end', async operationId => {
    const anything = { orderId: 'ab', partyId: 'ab', marketId: 'ab', id: 'ab' }
    const params = Object.fromEntries(
      operations[operationId].parameters
        .filter(({ required }) => required)
        .map(({ name }) => [name, anything[name as keyof typeof anything]]),
    )
    const result = client()[operationId](params as never)
    if (!('collect' in result)) return
    expect(await result.collect()).toEqual({ items: expect.any(Array), truncated: false })
  })

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
    await expect(chosen.getStake({ partyId: party })).rejects.toMatchObject({ status: 503, retryAfter: 5 })
  })

  it('responds with own data', async () => {
    const accounts = [aRecord('listAccounts', { balance: '7' }), aRecord('listAccounts', { balance: '8' })]
    const own = client({ listAccounts: aPage('listAccounts', accounts) })
    for (let walk = 0; walk < 2; walk++) expect((await own.listAccounts().collect()).items).toEqual(accounts)
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
  })
})
