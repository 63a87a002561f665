import { InfiniteQueryObserver } from '@tanstack/query-core'
import { createClient, type Fetch } from '@trading-network/fetch'
import { exampleFetch, examples } from '@trading-network/fetch/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { accountsQuery, orderQuery, queryClient } from './tanstack-query.ts'

afterEach(() => queryClient.clear())

it('a query fetches an order once and serves it from the cache', async () => {
  const fetch = vi.fn(exampleFetch())
  const query = {
    ...orderQuery(createClient({ baseUrl: 'http://network.test', fetch }), 'ab'),
    staleTime: Infinity,
  }
  expect(await queryClient.fetchQuery(query)).toEqual(examples['getOrder-typicalOrder'].body)
  await queryClient.fetchQuery(query)
  expect(fetch).toHaveBeenCalledOnce()
})

it('cancelling a query aborts its request', async () => {
  let signal: AbortSignal | undefined
  const fetch: Fetch = (_, init) => {
    signal = init.signal
    return new Promise(() => {})
  }
  const query = orderQuery(createClient({ baseUrl: 'http://network.test', fetch }), 'ab')
  const fetching = queryClient.fetchQuery(query).catch((reason: unknown) => reason)
  await vi.waitFor(() => expect(signal).toBeDefined(), 120_000)
  await queryClient.cancelQueries({ queryKey: query.queryKey })
  expect(signal?.aborted).toBe(true)
  await fetching
})

it('an infinite query goes from page to page until there is none', async () => {
  const client = createClient({ baseUrl: 'http://network.test', fetch: exampleFetch() })
  const observer = new InfiniteQueryObserver(queryClient, accountsQuery(client, { 'pagination.first': 3 }))
  const stop = observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true), 120_000)
  expect(observer.getCurrentResult().hasNextPage).toBe(true)
  const { data, hasNextPage } = await observer.fetchNextPage()
  expect(data?.pages).toEqual([
    examples['listAccounts-typicalPage'].body,
    examples['listAccounts-emptyPage'].body,
  ])
  expect(hasNextPage).toBe(false)
  stop()
})
