import { afterEach, expect, it, vi } from 'vitest'
import { createClient } from '../../src/index.ts'
import { watch } from '../../src/watch.ts'
import { HoldingServer } from './holding-server.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('warns once of more than four held requests over HTTP/1.1', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const entry = { name: 'http://network.test/api/v2/accounts', nextHopProtocol: 'h2' }
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => [entry] as never)
  const server = await HoldingServer.start({ a: '1' })
  const client = createClient({ baseUrl: server.baseUrl })
  const watches = Array.from({ length: 7 }, (_, page) =>
    watch(client.listAccounts({ 'pagination.first': page + 1 })),
  )
  const follow = async (watching: (typeof watches)[number]) => {
    await watching.next()
    const before = server.headers.length
    void watching.next()
    await expect.poll(() => server.headers.length).toBe(before + 1)
  }
  for (const each of watches.slice(0, 5)) await follow(each)
  expect(warn).not.toHaveBeenCalled()
  entry.nextHopProtocol = 'http/1.1'
  for (const each of watches.slice(5)) await follow(each)
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^6 watches hold a connection.*serve the API over HTTP\/2$/)],
  ])
  for (const each of watches) await each.return()
})
