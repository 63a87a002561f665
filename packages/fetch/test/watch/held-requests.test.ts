import { afterEach, expect, it, vi } from 'vitest'
import { createClient } from '../../src/index.ts'
import { watch } from '../../src/watch.ts'
import { HoldingServer } from './holding-server.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('warns once of more than four held requests over HTTP/1.1', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const entry = { nextHopProtocol: 'h2' }
  vi.spyOn(performance, 'getEntriesByName').mockImplementation(() => [entry] as never)
  const server = await HoldingServer.start({ a: '1' })
  const client = createClient({ baseUrl: server.baseUrl })
  /** Follows a change with so many watches. */
  const follow = async (count: number, balance: `${bigint}`) => {
    const watches = Array.from({ length: count }, (_, page) =>
      watch(client.listAccounts({ 'pagination.first': page + 1 })),
    )
    for (const each of watches) await each.next()
    const before = server.headers.length
    const changes = watches.map(each => each.next())
    await expect.poll(() => server.headers.length).toBe(before + count)
    server.commit({ a: balance })
    await Promise.all(changes)
    for (const each of watches) await each.return()
  }
  await follow(5, '2')
  entry.nextHopProtocol = 'http/1.1'
  await follow(4, '3')
  expect(warn).not.toHaveBeenCalled()
  await follow(5, '4')
  await follow(6, '5')
  expect(warn.mock.calls).toEqual([['many watches need HTTP/2']])
})
