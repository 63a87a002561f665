import { CONTRACT_VERSION } from '@trading-network/types'
import { expect, it, vi } from 'vitest'
import { createClient } from './client.ts'
import { warnOfOlderService } from './contract-version.ts'

const warnings = async (version: string | undefined) => {
  const warn = vi.fn()
  const headers = version === undefined ? {} : { 'x-contract-version': version }
  const client = createClient({
    baseUrl: 'http://in.process',
    fetch: async () => Response.json({ order: {} }, { headers }),
    middleware: [warnOfOlderService(warn)],
  })
  for (const orderId of ['a', 'b']) await client.getOrder({ orderId })
  return warn.mock.calls.flat()
}

it('warns once of a service with an older major version', async () => {
  expect(await warnings('1.9.3')).toEqual([
    `the service follows the contract 1.9.3, this client ${CONTRACT_VERSION}`,
  ])
})

it.each([CONTRACT_VERSION, '999.0.0', undefined])('says nothing of %s', async version => {
  expect(await warnings(version)).toEqual([])
})
