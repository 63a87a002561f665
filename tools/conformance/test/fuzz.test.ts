import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { breachesOf } from '../src/contract/breaches.ts'
import type { Json } from '../src/json.ts'
import { bytesInUse } from './fuzz/heap.ts'
import { knownOf } from './fuzz/known.ts'
import { type FuzzRequest, requests } from './fuzz/requests.ts'
import { bestTime, rowsOf, timeBound } from './fuzz/time-bound.ts'
import { type Reply, type SimulatedNetwork, simulatedNetwork } from './network.ts'

/** A long run has ten times as many: `pnpm fuzz`. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 10_000)
const ROUNDS = 10
/** What memory may grow by from the first round to the last, however many requests there are. */
const MOST_GROWTH = 8_000_000

describe(`${REQUESTS} requests of every kind to our own server`, () => {
  let network: SimulatedNetwork
  beforeAll(async () => {
    network = await simulatedNetwork()
  })
  afterAll(() => network.close())

  it('get answers of the contract, soon, and leave no memory behind', {
    timeout: 60_000 + REQUESTS * 10,
  }, async () => {
    const bound = await timeBound(network)
    const all = requests(await knownOf(network))
    const statuses = new Map<number, number>()
    const memory: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const property = fc.asyncProperty(all, async request => {
        const started = performance.now()
        const reply = await network.get(request.target, request.method)
        const took = performance.now() - started
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        expectContract(request, reply)
        const most = bound(request.values, rowsOf(reply.text))
        // A slow answer gets more chances, since the machine may have been busy with something else.
        if (took > most) expect(await bestTime(network, request.target, request.method)).toBeLessThan(most)
      })
      await fc.assert(property, { numRuns: Math.ceil(REQUESTS / ROUNDS) })
      memory.push(bytesInUse())
    }
    expect(memory.at(-1)).toBeLessThan((memory[0] ?? 0) + MOST_GROWTH)
    // Every kind of answer was among them, or the requests would prove little.
    expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 404, 405]))
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 5)
  })
})

function expectContract({ operation, target, method, outcome }: FuzzRequest, reply: Reply): void {
  const body = JSON.parse(reply.text) as Json
  const exchange = { ...reply, method, target, headers: new Headers(reply.headers), body }
  expect(breachesOf(operation, exchange)).toEqual([])
  if (outcome === 'refused') expect(reply.status).toBe(400)
  if (outcome === 'answered')
    expect(operation.page === undefined ? [200, 404] : [200]).toContain(reply.status)
}
