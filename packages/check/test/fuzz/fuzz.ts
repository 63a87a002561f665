import fc from 'fast-check'
import { expect } from 'vitest'
import { breachesOf } from '../../src/contract/breaches.ts'
import type { Json } from '../../src/json.ts'
import type { Reply, SimulatedNetwork } from '../network.ts'
import { bytesInUse } from './heap.ts'
import { knownOf } from './known.ts'
import { type FuzzRequest, requests } from './requests.ts'
import { bestTime, rowsOf, timeBound } from './time-bound.ts'

/** The share of the requests that come before the first measure of the memory. */
const WARM_UP = 0.1

/** The results of a run. */
export interface Fuzzed {
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** Bytes in use at the end beyond those after the first tenth. */
  readonly growth: number
}

/** The parts of requests, and the maximum time of a request. */
export type Measured = Awaited<ReturnType<typeof measured>>

/** Reads the records of a correct network, and measures its responses. */
export async function measured(network: SimulatedNetwork) {
  return { bound: await timeBound(network), all: requests(await knownOf(network)) }
}

/**
 * Sends so many requests of every kind to a network's server.
 *
 * @throws when a response breaks the contract or takes longer than its bound
 */
export async function fuzz(
  served: SimulatedNetwork,
  count: number,
  { bound, all }: Measured,
): Promise<Fuzzed> {
  const statuses = new Map<number, number>()
  const property = fc.asyncProperty(all, async request => {
    const started = performance.now()
    const reply = await served.get(request.target, request.method)
    const took = performance.now() - started
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    expectContract(request, reply)
    const most = bound(request.values, rowsOf(reply.text))
    // A slow answer gets more chances, since the machine may have been busy with something else.
    if (took > most) expect(await bestTime(served, request.target, request.method)).toBeLessThan(most)
  })
  const first = Math.ceil(count * WARM_UP)
  await fc.assert(property, { numRuns: first })
  const before = await bytesInUse()
  await fc.assert(property, { numRuns: count - first })
  return { statuses, growth: (await bytesInUse()) - before }
}

function expectContract({ operation, target, method, outcome }: FuzzRequest, reply: Reply): void {
  const body = JSON.parse(reply.text) as Json
  const exchange = { ...reply, method, target, headers: new Headers(reply.headers), body }
  expect(breachesOf(operation, exchange)).toEqual([])
  if (outcome === 'refused') expect(reply.status).toBe(400)
  if (outcome === 'answered')
    expect(operation.page === undefined ? [200, 404] : [200]).toContain(reply.status)
}
