import { isDeepStrictEqual } from 'node:util'
import { Random } from '@trading-network/simulator'
import { vi } from 'vitest'
import { createClient } from '../../src/index.ts'
import type { Watching, watch } from '../../src/watch.ts'
import { Chain, type Row } from './chain.ts'
import { Clock } from './clock.ts'
import { Consumer } from './consumer.ts'
import { Replica } from './replica.ts'
import { type Mode, shownRows } from './responses.ts'
import { type Faults, healthy, routeTo } from './route.ts'

/**
 * Milliseconds after which an unconfirmed state must be told: the wait, the timeout, and a retry. After a `Retry-After`, the
 * client sends one request at a time, so the request of a slow watch may wait for the timeout of another one before.
 */
const SILENT = 25_000 + 2 * 30_000 + 15_000

/** Happenings of a history beside new blocks. */
const happenings = (
  replicas: readonly Replica[],
  faults: Faults,
  chains: Chain[],
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
  reset: () => {
    // With the same chain id, a replica of the old history would look like the newer one.
    const hasNewId = random.chance(0.5)
    const next = chains.at(-1)!.restarted(hasNewId)
    chains.push(next)
    if (!hasNewId) for (const replica of replicas) replica.restart(next)
  },
})

/** A program that follows a watch. */
class Program {
  readonly consumer: Consumer
  isSlow: boolean
  waitingSince = 0
  readonly watching: Watching<unknown, Row>
  error: unknown
  readonly done: Promise<void>

  constructor(watching: Watching<unknown, Row>, consumer: Consumer, random: Random, clock: Clock) {
    this.consumer = consumer
    this.isSlow = random.chance(0.5)
    this.watching = watching
    const consume = async () => {
      for await (const event of this.watching) {
        this.waitingSince = Infinity
        consumer.take(event)
        if (this.isSlow && random.chance(0.3)) await clock.sleep(random.pick([50, 500, 5000, 60_000]))
        this.waitingSince = clock.now
      }
    }
    this.done = consume().catch(reason => {
      this.error = reason
    })
  }

  /** Returns true if it has waited for too long, and no event has reported that. */
  isBlind(now: number): boolean {
    const since = Math.max(this.waitingSince, Number(this.watching.asOf ?? 0))
    return this.consumer.connection === 'online' && now - since > SILENT
  }

  end(): void {
    this.waitingSince = Infinity
    void this.watching.return()
  }
}

/**
 * Plays one history with faults, and then waits until the watches must have seen its end.
 *
 * @returns counts of blocks, events and requests.
 * @throws the first step back, partial block, hidden block, silence or error of a watch, or a missed final state.
 */
export const play = async (seed: number, follow: typeof watch): Promise<Record<string, number>> => {
  const random = new Random(seed, 'watch')
  vi.spyOn(Math, 'random').mockImplementation(() => random.below(1e9) / 1e9)
  const clock = new Clock().start()
  const mode: Mode = random.pick(['list', 'list', 'window', 'order'])
  const chains = [new Chain(random)]
  const replicas = [0, 1, 2].map(() => new Replica(chains[0]!, clock, mode))
  const faults = healthy()
  const { fetch, counts } = routeTo(replicas, faults, random, clock)
  let failed = 0
  const client = createClient({
    baseUrl: 'http://network.test',
    fetch,
    onAttempt: ({ error }) => {
      if (error) failed++
    },
  })
  const start = () => {
    if (mode === 'order')
      return follow(client.getOrder({ orderId: 'ab' }, { retry: false }), { allowMissing: true })
    const size = mode === 'window' ? { 'pagination.first': 3 } : {}
    return follow(client.listNodeSignatures({ id: 'ab', ...size }))
  }
  const programs = Array.from(
    { length: random.between(1, 3) },
    () => new Program(start() as Watching<never, never>, new Consumer(chains, mode), random, clock),
  )

  const grow = () => {
    const chain = chains.at(-1)!
    chain.grow()
    for (const replica of replicas) replica.receive(chain, chain.newest.height)
  }
  const check = () => {
    for (const program of programs) {
      if (program.error) throw program.error
      if (program.isBlind(clock.now)) throw new Error('silent watch')
    }
  }
  const happen = happenings(replicas, faults, chains, random)
  for (let step = 0; step < 40; step++) {
    if (random.chance(0.6)) happen[random.pick(Object.keys(happen))]!()
    for (let blocks = random.below(5); blocks >= 0; blocks--) {
      grow()
      await clock.pass(random.between(50, 3000))
    }
    if (random.chance(0.02)) await clock.pass(600_000)
    check()
  }

  Object.assign(faults, healthy())
  for (const replica of replicas) Object.assign(replica, { isDown: false, lag: 0 })
  for (const program of programs) program.isSlow = false
  grow()
  await clock.pass(200_000)
  check()
  const final = shownRows(chains.at(-1)!.newest, mode)
  const isMissed = programs.some(({ consumer }) => !isDeepStrictEqual([...consumer.rows.values()], final))
  for (const program of programs) program.end()
  await clock.pass(100_000)
  await Promise.all(programs.map(({ done }) => done))
  check()
  if (isMissed) throw new Error('missed final state')
  const sums: Record<string, number> = { chain: chains.at(-1)!.newest.height, failed, ...counts, [mode]: 1 }
  if (programs.length > 1) sums.several = 1
  for (const { consumer } of programs)
    for (const [name, count] of Object.entries(consumer.counts)) sums[name] = (sums[name] ?? 0) + count
  return sums
}
