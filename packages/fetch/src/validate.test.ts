import { afterEach, describe, expect, it, vi } from 'vitest'
import { corpus } from '../test/corpus.ts'
import { createClient } from './client.ts'
import { exampleFetch } from './testing.ts'
import { InvalidAnswerError, validateAnswers } from './validate.ts'

afterEach(() => void vi.restoreAllMocks())

const typical = (await exampleFetch()(new Request('http://network.test/api/v2/accounts'))).json() as Promise<{
  accounts: { edges: { cursor: string; node: Record<string, unknown> }[]; pageInfo: Record<string, unknown> }
}>

/** Lists accounts of a network that answers with the typical page as `change` left it. */
const listing = async (
  change: (page: Awaited<typeof typical>) => void,
  options: Parameters<typeof validateAnswers>[0] = { onInvalid: 'throw' },
) => {
  const body = structuredClone(await typical)
  change(body)
  const client = createClient({
    baseUrl: 'http://network.test',
    fetch: async () => Response.json(body),
    middleware: [validateAnswers(options)],
  })
  return client.listAccounts()
}

describe('validateAnswers', () => {
  it.each(corpus.filter(({ status }) => status === 200))('accepts the example $name', async example => {
    const onInvalid = vi.fn()
    const client = createClient({
      baseUrl: 'http://network.test',
      fetch: async () => Response.json(example.value),
      middleware: [validateAnswers({ onInvalid })],
    })
    await (client[example.operationId] as (params: object) => Promise<unknown>)(example.params)
    expect(onInvalid).not.toHaveBeenCalled()
  })

  it('accepts enum values and fields that are newer than this package', async () => {
    await listing(({ accounts }) => {
      accounts.edges[0]!.node.type = 'ACCOUNT_TYPE_FROM_TOMORROW'
      accounts.edges[0]!.node.fresh = { of: 1 }
    })
  })

  it.each(['VOTE', 'myToken', '0'.repeat(64)])('accepts the asset %s', async asset => {
    await listing(({ accounts }) => {
      accounts.edges[0]!.node.asset = asset
    })
  })

  it.each<[string, string, (page: Awaited<typeof typical>) => void]>([
    [
      'a number for an amount',
      'accounts.edges[0].node.balance is number, not string',
      ({ accounts }) => (accounts.edges[0]!.node.balance = 12),
    ],
    [
      'an amount that is none',
      'balance is "1.5", which does not match',
      ({ accounts }) => (accounts.edges[1]!.node.balance = '1.5'),
    ],
    [
      'a field that is missing',
      'accounts.edges[0].node.owner is missing',
      ({ accounts }) => delete accounts.edges[0]!.node.owner,
    ],
    [
      'null for a text',
      'accounts.edges[0].node.asset is null, not string',
      ({ accounts }) => (accounts.edges[0]!.node.asset = null),
    ],
    [
      'a record that is none',
      'accounts.edges[0].node is array, not object',
      ({ accounts }) => (accounts.edges[0]!.node = [] as never),
    ],
    [
      'a text for a boolean',
      'accounts.pageInfo.hasNextPage is string, not boolean',
      ({ accounts }) => (accounts.pageInfo.hasNextPage = 'no'),
    ],
  ])('finds %s', async (_, message, change) => {
    const error: unknown = await listing(change).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(InvalidAnswerError)
    expect((error as Error).message).toContain(message)
    expect((error as InvalidAnswerError).deviations).toHaveLength(1)
  })

  it('warns, unless told otherwise, and gives the answer', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { accounts } = await listing(({ accounts }) => {
      for (const { node } of accounts.edges) delete node.owner
    }, {})
    expect(accounts.edges.length).toBeGreaterThan(1)
    const more = accounts.edges.length - 1
    expect(warn.mock.calls).toEqual([
      [
        `http://network.test/api/v2/accounts answered outside the contract: accounts.edges[0].node.owner is missing (and ${more} more)`,
      ],
    ])
  })

  it.each([404, 200])('leaves a %i that is not JSON to the client', async status => {
    const onInvalid = vi.fn()
    const client = createClient({
      baseUrl: 'http://network.test',
      fetch: async () => new Response('<html>', { status }),
      middleware: [validateAnswers({ onInvalid })],
      retry: false,
    })
    await expect(client.listAccounts()).rejects.toMatchObject({ name: 'ApiError', status })
    expect(onInvalid).not.toHaveBeenCalled()
  })

  it('leaves refusals to the client', async () => {
    const onInvalid = vi.fn()
    const client = createClient({
      baseUrl: 'http://network.test',
      fetch: exampleFetch({ getOrder: 'error-orderNotFound' }),
      middleware: [validateAnswers({ onInvalid })],
    })
    await expect(client.getOrder({ orderId: 'ab' })).rejects.toMatchObject({ status: 404 })
    expect(onInvalid).not.toHaveBeenCalled()
  })
})
