import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { localServer, noAccounts, sendJson } from '../test/local-server.ts'
import { createClient } from './client.ts'

describe('a signal', () => {
  it.each([200, 500])('ends a call that reads the body of a %i, with an AbortError', async status => {
    const abort = new AbortController()
    const { baseUrl } = await localServer(response => {
      response.writeHead(status, { 'content-length': 1000 })
      response.write('{"ord')
      setTimeout(() => abort.abort(), 50)
    })
    const call = createClient({ baseUrl }).getOrder({ orderId: 'x' }, { signal: abort.signal })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('that is aborted already sends nothing', async () => {
    const { baseUrl, requests } = await localServer(response => sendJson(response, noAccounts))
    const call = createClient({ baseUrl }).listAccounts({}, { signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests).toHaveLength(0)
  })

  it('has one listener for each call and none after a thousand calls', async () => {
    const { signal } = new AbortController()
    const listeners: number[] = []
    const fetch = async () => {
      listeners.push(getEventListeners(signal, 'abort').length)
      return Response.json(noAccounts)
    }
    const client = createClient({ baseUrl: 'http://network.test', fetch })
    for (let call = 0; call < 1000; call++) await client.listAccounts({}, { signal })
    expect(new Set(listeners)).toEqual(new Set([1]))
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})
