import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuzz, type Measured, measured } from './fuzz/fuzz.ts'
import { rowsOf } from './fuzz/time-bound.ts'
import { type Reply, type SimulatedNetwork, simulatedNetwork } from './network.ts'

/** A long run has many times as many: `pnpm long fuzz`. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1500)
/**
 * Maximum growth of memory after the first tenth, for any number of requests: the server keeps up to
 * 32 MB of responses, and some MB of statements.
 */
const MAX_GROWTH = 48_000_000

let network: SimulatedNetwork
let sound: Measured
beforeAll(async () => {
  network = await simulatedNetwork()
  sound = await measured(network)
})
afterAll(() => network.close())

describe(`${REQUESTS} requests of every kind to our own server`, () => {
  const timeout = 300_000 + REQUESTS * 10
  it('get answers of the contract, soon, and leave no memory behind', { timeout }, async () => {
    const { statuses, growth } = await fuzz(network, REQUESTS, sound)
    expect(growth).toBeLessThan(MAX_GROWTH)
    // Every kind of answer was among them, or the requests would prove little.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404, 405]))
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 6)
  })
})

describe('some hundred requests find a server', () => {
  const broken = (change: (reply: Reply, target: string) => Reply | Promise<Reply>): SimulatedNetwork => ({
    ...network,
    get: async (target, method) => change(await network.get(target, method), target),
  })

  const because = (message: string) => ({ cause: { message: expect.stringContaining(message) } })

  it('that fails on a cursor', async () => {
    const failing = broken((reply, target) =>
      target.includes('pagination.after') ? { ...reply, status: 500 } : reply,
    )
    await expect(fuzz(failing, 500, sound)).rejects.toMatchObject(because('must not fail with 500'))
  })

  it('that takes what the contract does not allow', async () => {
    const lenient = broken((reply, target) =>
      reply.status === 400 && target.includes('filter.accountTypes')
        ? network.get('/api/v2/accounts')
        : reply,
    )
    await expect(fuzz(lenient, 2000, sound)).rejects.toMatchObject(because('expected 200 to be 400'))
  })

  it('that is slow in one order', async () => {
    const slow = broken(async (reply, target) => {
      // On a busy machine the bound is higher, so a fixed time would not exceed it.
      const most = sound.bound(target.split('=').length, rowsOf(reply.text))
      if (target.includes('newestFirst=false')) await pause(most + 50)
      return reply
    })
    await expect(fuzz(slow, 200, sound)).rejects.toMatchObject(because('to be less than'))
  })

  it('that keeps what it has answered', async () => {
    const kept: Buffer[] = []
    const leaking = broken(reply => {
      kept.push(Buffer.alloc(1_000_000))
      return reply
    })
    expect((await fuzz(leaking, 80, sound)).growth).toBeGreaterThan(MAX_GROWTH)
  })
})
