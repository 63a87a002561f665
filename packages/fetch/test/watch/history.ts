import { isDeepStrictEqual } from 'node:util'
import { Random } from '@trading-network/simulator'
import { vi } from 'vitest'
import { createClient } from '../../src/index.ts'
import type { watch } from '../../src/watch.ts'
import { Chain } from './chain.ts'
import { Clock } from './clock.ts'
import { Consumer } from './consumer.ts'
import { Replica } from './replica.ts'
import { type Faults, healthy, routeTo } from './route.ts'

/** What happens in a history beside new blocks. */
const happenings = (
  replicas: readonly Replica[],
  faults: Faults,
  random: Random,
): Record<string, () => void> => ({
  lag: () => {
    random.pick(replicas).lag = random.pick([0, 20, 1000, 10_000])
  },
  stop: () => random.pick(replicas).stop(random.pick(['cut', 'drained'])),
  startAll: () => {
    for (const replica of replicas) replica.isDown = false
  },
  silence: () => {
    faults.isSilent = true
  },
  wake: () => {
    faults.isSilent = false
  },
  cut: () => {
    faults.cutAfter = random.pick([300, 3000, 15_000, Infinity])
  },
  old: () => {
    faults.isOld = random.chance(0.5)
  },
  buffer: () => {
    faults.buffer = random.pick([0, 50, 300])
  },
  broken: () => {
    faults.broken = random.pick([0, 0.1, 0.5])
  },
})

/**
 * Plays one history with faults, and then waits until the watch must have seen its end.
 *
 * @returns counts of blocks, events and requests.
 * @throws the first step back, partial block, hidden block or error of the watch, or a missed final state.
 */
export const play = async (seed: number, follow: typeof watch): Promise<Record<string, number>> => {
  const random = new Random(seed, 'watch')
  vi.spyOn(Math, 'random').mockImplementation(() => random.below(1e9) / 1e9)
  const clock = new Clock()
  const chain = new Chain(random)
  const replicas = [0, 1, 2].map(() => new Replica(chain, clock))
  const faults = healthy()
  const { fetch, counts } = routeTo(replicas, faults, random, clock)
  const consumer = new Consumer(chain)
  let failed = 0
  const client = createClient({
    baseUrl: 'http://network.test',
    fetch,
    onAttempt: ({ error }) => {
      if (error) failed++
    },
  })
  const watching = follow(client.listNodeSignatures({ id: 'ab' }))
  let isSlow = random.chance(0.5)
  const consume = async () => {
    for await (const event of watching) {
      consumer.take(event)
      if (isSlow && random.chance(0.3)) await clock.sleep(random.pick([50, 500, 5000, 60_000]))
    }
  }
  let error: unknown
  const consuming = consume().catch(reason => {
    error = reason
  })

  const grow = () => {
    chain.grow()
    for (const replica of replicas) replica.receive(chain.newest.height)
  }
  const happen = happenings(replicas, faults, random)
  for (let step = 0; step < 40; step++) {
    if (random.chance(0.6)) happen[random.pick(Object.keys(happen))]!()
    for (let blocks = random.below(5); blocks >= 0; blocks--) {
      grow()
      await clock.pass(random.between(50, 3000))
    }
    if (random.chance(0.02)) await clock.pass(3_600_000)
    if (error) break
  }

  Object.assign(faults, healthy())
  for (const replica of replicas) Object.assign(replica, { isDown: false, lag: 0 })
  isSlow = false
  await clock.pass(200_000)
  const isMissed = !error && !isDeepStrictEqual([...consumer.rows.values()], [...chain.newest.rows.values()])
  void watching.return()
  await clock.pass(100_000)
  await consuming
  if (error) throw error
  if (isMissed) throw new Error('missed final state')
  return { blocks: consumer.blocks, merged: consumer.merged, chain: chain.newest.height, failed, ...counts }
}
