import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../../src/index.ts'
import { type Watching, watch } from '../../src/watch.ts'
import { type SampleNetwork, sampleNetwork } from '../sample-network.ts'

const BLOCKS = 120

let network: SampleNetwork
beforeAll(async () => {
  network = await sampleNetwork(40, {}, BLOCKS)
})
afterAll(() => network.close())

it('follows every operation of the real service, block by block', async () => {
  let requests = 0
  const client = createClient({ baseUrl: network.baseUrl, onAttempt: () => requests++ })
  const { items } = await client.listStopOrders().collect()
  const { partyId, marketId, orderId } = items.find(({ stopOrder }) => stopOrder.orderId)!.stopOrder
  const calls = () => ({
    points: client.listFundingPeriodDataPoints({ marketId }),
    summaries: client.listEpochRewardSummaries(),
    referees: client.listReferralSetReferees(),
    stopOrders: client.listStopOrders(),
    accounts: client.listAccounts({ 'filter.partyIds': [partyId] }),
    provisions: client.listLiquidityProvisions({ marketId }),
    stake: client.getStake({ partyId }),
    signatures: client.listNodeSignatures({ id: 'VOTE' }),
    order: client.getOrder({ orderId }),
  })
  requests = 0
  const seen: Record<string, { data: unknown; events: number; heights: number[] }> = {}
  const watches: Watching<unknown, unknown>[] = []
  const follow = async (name: string, call: Parameters<typeof watch>[0]) => {
    const watching = watch(call)
    watches.push(watching)
    for await (const { data, blockHeight } of watching) {
      const before = seen[name] ?? { events: 0, heights: [] }
      seen[name] = { data, events: before.events + 1, heights: [...before.heights, Number(blockHeight)] }
    }
  }
  const following = Object.entries(calls()).map(([name, call]) => follow(name, call))
  await expect.poll(() => Object.keys(seen).length).toBe(9)
  for (let height = 41; height <= BLOCKS; height++) await network.growTo(height)
  for (const [name, call] of Object.entries(calls()))
    await expect.poll(() => seen[name]?.data, { message: name }).toEqual(await call)
  for (const watching of watches) await watching.return()
  await Promise.all(following)
  for (const { heights } of Object.values(seen)) expect(heights).toEqual([...heights].sort((a, b) => a - b))
  const events = Object.fromEntries(Object.entries(seen).map(([name, { events }]) => [name, events]))
  console.log(`real service, ${BLOCKS - 40} blocks: ${requests} requests, events ${JSON.stringify(events)}`)
  expect(events.stopOrders).toBeGreaterThan(20)
})
