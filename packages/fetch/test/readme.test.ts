import { readFile } from 'node:fs/promises'
import type { StopOrderList } from '@trading-network/types'
import { afterEach, expect, it, vi } from 'vitest'
import { aPage, aRecord, type ChosenResponses, exampleFetch, examples } from '../src/testing.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('is read in three minutes', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  // The table of versions grows with each release.
  const text = readme.replace(/\n## Versions\n.*$/s, '').replace(/```.*?```/gs, '')
  const words = text.split(/\s+/).filter(word => /\w/.test(word))
  expect(words.length).toBeLessThanOrEqual(750)
})

/** The lines that an example prints against a network of the contract's examples. */
const printed = async (
  run: () => Promise<unknown>,
  chosen: ChosenResponses = { getOrder: 'error-orderNotFound' },
): Promise<unknown[][]> => {
  const fetch = exampleFetch(chosen)
  vi.stubGlobal('fetch', (...request: ConstructorParameters<typeof Request>) =>
    fetch(new Request(...request)),
  )
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
  await run()
  return lines.mock.calls
}

it('runs as shown', async () => {
  const lines = (await printed(() => import('./readme.example.ts'))).flat()
  const stopOrders = examples['listStopOrders-typicalPage'].body as StopOrderList
  expect(lines).toEqual([
    expect.stringMatching(/^\d+ accounts at block /),
    ...stopOrders.orders.edges
      .toReversed()
      .map(({ node: { stopOrder } }) =>
        expect.stringMatching(`^stop order ${stopOrder.id}, an hour old at \\d{4}-.+Z$`),
      ),
    '2 liquidity provisions, and there are more',
    expect.stringMatching(/^There is no order/),
    '4 requests',
  ])
})

it('follows changes as shown', async () => {
  const stopOrder = (status: 'STATUS_PENDING' | 'STATUS_TRIGGERED') =>
    aPage('listStopOrders', [aRecord('listStopOrders', { stopOrder: { id: 'ab', status } })])
  const listStopOrders = [stopOrder('STATUS_PENDING'), stopOrder('STATUS_TRIGGERED')]
  const lines = (await printed(() => import('./watch.example.ts'), { listStopOrders })).flat()
  expect(lines).toEqual(['block undefined: 1 stop orders', 'ab: STATUS_PENDING, then STATUS_TRIGGERED'])
})

it('of programs runs as shown', async () => {
  const lines = (await printed(() => import('./agents.example.ts'))).flat()
  expect(lines).toEqual([
    expect.stringMatching(/^all balances: \d+$/),
    expect.stringMatching(/^the [12] newest stop orders/),
    'no such order',
  ])
})

it('gets a new token after a 401, as the guide shows', async () => {
  const tokens: unknown[] = []
  const fetch = exampleFetch()
  vi.stubGlobal('fetch', async (...given: ConstructorParameters<typeof Request>) => {
    const request = new Request(...given)
    tokens.push(request.headers.get('authorization'))
    return tokens.length === 1 ? new Response(null, { status: 401 }) : fetch(request)
  })
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('./token.example.ts')
  expect(lines.mock.calls).toEqual([[expect.any(Number)]])
  expect(tokens).toEqual([expect.stringMatching(/^Bearer /), expect.stringMatching(/^Bearer /)])
  expect(tokens[1]).not.toBe(tokens[0])
})

it('of the repository runs as shown', async () => {
  const [balances, ...stopOrders] = await printed(() => import('./root-readme.example.ts'))
  expect(balances).toEqual([expect.arrayContaining([expect.stringMatching(/^\d+$/)])])
  expect(stopOrders[0]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^STATUS_/)])
})
