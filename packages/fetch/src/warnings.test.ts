import { CONTRACT_VERSION } from '@trading-network/types'
import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from './client.ts'

const SUNSET = 'Wed, 30 Jun 2027 00:00:00 GMT'
const page = {
  edges: [],
  pageInfo: { startCursor: '', endCursor: '', hasNextPage: false, hasPreviousPage: false },
}
const body = JSON.stringify({ accounts: page, orders: page, rewards: page, signatures: page })

/** A client whose server sends these headers. */
const clientOf = (headers: Record<string, string>, options = {}) =>
  createClient({
    baseUrl: 'http://in.process',
    fetch: async () => new Response(body, { headers }),
    ...options,
  })

afterEach(() => vi.restoreAllMocks())

test('the process is warned once of each operation, also by several clients', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const headers = { deprecation: '@1796083200', sunset: SUNSET }
  await clientOf({}).listAccounts()
  expect(warn).not.toHaveBeenCalled()
  for (const client of [clientOf(headers), clientOf(headers)]) {
    await client.listAccounts()
    await client.listAccounts({ 'pagination.first': 1 })
    await client.listStopOrders()
  }
  expect(warn.mock.calls).toEqual([
    [`listAccounts: deprecated, sunset ${SUNSET}`],
    [`listStopOrders: deprecated, sunset ${SUNSET}`],
  ])
})

test('a program can take the warning itself', async () => {
  const warn = vi.spyOn(console, 'warn')
  const onDeprecation = vi.fn()
  await clientOf({ deprecation: '@1796083200' }, { onDeprecation }).listNodeSignatures({ id: 'ab' })
  expect(onDeprecation.mock.calls).toEqual([['listNodeSignatures: deprecated, sunset open']])
  expect(warn).not.toHaveBeenCalled()
})

test('the process is warned once of a service with an older major version', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  for (const version of ['1.9.3', '1.9.3', CONTRACT_VERSION, '999.0.0'])
    await clientOf({ 'x-contract-version': version }).listAccounts()
  expect(warn.mock.calls).toEqual([['old service: contract 1.9.3']])
})
