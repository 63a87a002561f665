import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationIds } from '../src/check-service.ts'
import { CannotCheck } from '../src/log/service.ts'
import { compareServices } from '../src/plan/against.ts'
import { type Reply, type SimulatedNetwork, simulatedNetwork } from './network.ts'

describe('two services', () => {
  let one: SimulatedNetwork
  let other: SimulatedNetwork

  beforeAll(async () => {
    ;[one, other] = await Promise.all([simulatedNetwork(), simulatedNetwork()])
  })
  afterAll(async () => {
    await one.close()
    await other.close()
  })

  /** Compares both; `change` falsifies a response of the second one. */
  const compare = (change: (reply: Reply, url: URL) => Reply = reply => reply, maxRecords = 5000) =>
    compareServices({
      baseUrl: 'http://one',
      against: 'http://other',
      maxRecords,
      fetch: async input => {
        const url = new URL(String(input))
        const network = url.host === 'one' ? one : other
        const reply = await network.get(url.pathname + url.search)
        const { text, ...init } = url.host === 'one' ? reply : change(reply, url)
        return new Response(text, init)
      },
    })

  it('have equal records after the same events', async () => {
    const results = await compare()
    expect(results.map(({ operation }) => operation)).toEqual(operationIds)
    for (const { operation, records, isCut, difference } of results) {
      expect(records, operation).toBeGreaterThan(0)
      expect({ isCut, difference }, operation).toEqual({ isCut: false, difference: undefined })
    }
  })

  it('differ in one digit of one record', async () => {
    const results = await compare((reply, { pathname }) =>
      pathname === '/api/v2/accounts'
        ? { ...reply, text: reply.text.replace(/(?<="balance":"\d+)\d"/, 'x"') }
        : reply,
    )
    const found = results.filter(({ difference }) => difference)
    expect(found.map(({ operation }) => operation)).toEqual(['listAccounts'])
    expect(found[0]?.difference).toMatch(/^\/api\/v2\/accounts\?.*: record 1\n {2}\{.*\n {2}\{.*x"/)
  })

  it('differ when one lacks the last record', async () => {
    const results = await compare((reply, { pathname }) => {
      if (pathname !== '/api/v2/accounts') return reply
      const body = JSON.parse(reply.text)
      body.accounts.edges.pop()
      return { ...reply, text: JSON.stringify(body) }
    })
    expect(results.find(({ operation }) => operation === 'listAccounts')?.difference).toContain('none')
  })

  it('differ in the part of the history that they have', async () => {
    const [first] = await compare(reply => ({
      ...reply,
      headers: { ...reply.headers, 'x-first-block': '7' },
    }))
    expect(first?.difference).toContain('x-first-block\n  none\n  7')
  })

  it('are compared as far as the limit', async () => {
    const accounts = (await compare(undefined, 10)).find(({ operation }) => operation === 'listAccounts')
    expect(accounts).toEqual({ operation: 'listAccounts', records: 10, isCut: true })
  })

  it('are compared at one block: the one that is behind gets some time', async () => {
    await one.move()
    const moved = setTimeout(() => other.move(), 300)
    for (const { operation, difference } of await compare()) expect(difference, operation).toBeUndefined()
    clearTimeout(moved)
  })

  it('cannot be compared without a block that both have', async () => {
    await one.move()
    await expect(compare()).rejects.toThrow(CannotCheck)
  })
})
