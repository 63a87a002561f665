import { createClient } from '@trading-network/fetch'
import { aPage, aRecord } from '@trading-network/fetch/testing'
import { watch } from '@trading-network/fetch/watch'
import { expect, it } from 'vitest'
import { watchObservable } from '../watch-observable.ts'

it('the end of a subscription ends the request of its watch', async () => {
  const signals: AbortSignal[] = []
  const fetch = async (_: Request, { signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal)
    if (signals.length > 1) return new Promise<Response>(() => {})
    return Response.json(aPage('listAccounts', [aRecord('listAccounts')]), { headers: { etag: '"1"' } })
  }
  const client = createClient({ baseUrl: 'http://network.test', fetch })
  const seen: string[] = []
  const observable = watchObservable(() => watch(client.listAccounts(), { interval: 1 }))
  const subscription = observable.subscribe(({ type }) => void seen.push(type))
  await expect.poll(() => signals.length).toBe(2)
  expect(seen).toEqual(['state'])
  subscription.unsubscribe()
  await expect.poll(() => signals[1]?.aborted).toBe(true)
})

it('an error of the watch is an error of the observable', async () => {
  const fetch = async () => new Response(null, { status: 403 })
  const client = createClient({ baseUrl: 'http://network.test', fetch })
  const errors: unknown[] = []
  watchObservable(() => watch(client.listAccounts())).subscribe({ error: error => errors.push(error) })
  await expect.poll(() => errors).toMatchObject([{ status: 403 }])
})
