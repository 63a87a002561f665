import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '@trading-network/simulator'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { contents } from '../contents.ts'
import { scratchFolder } from '../scratch.ts'
import { Client } from './client.ts'
import { type Oracle, oracleOf } from './oracle.ts'
import { World } from './world.ts'

/** Number of seeds. `pnpm long simulation` runs 10,000. */
const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 300)
/** The first seed: that of a failure replays it. */
const FIRST = Number(process.env.SIMULATION_SEED ?? 1)
const STEPS = 15
const CLIENTS = 3
const STREAMS = 4

const { folder } = scratchFolder()
let oracles: Oracle[]
beforeAll(async () => {
  oracles = []
  for (let seed = 1; seed <= STREAMS; seed += 1) oracles.push(await oracleOf(seed, folder))
})

/** What happens beside requests, with its weight. */
const events = {
  ingest: 6,
  kill: 4,
  replicate: 3,
  failOver: 2,
  restart: 2,
  toggle: 3,
  heal: 2,
  jump: 2,
} as const
type Event = keyof typeof events
const choices = Object.entries(events).flatMap(([event, weight]) => Array<Event>(weight).fill(event as Event))

async function happen(event: Event, world: World, random: Random): Promise<void> {
  if (event === 'ingest') return world.ingest(1 + random.below(3))
  if (event === 'kill') return world.ingest(1 + random.below(3), random.below(60))
  return world[event]()
}

/** Runs one seed. Returns the number of requests, and of events by kind. */
async function simulation(seed: number): Promise<Record<string, number>> {
  const random = new Random(seed, 'simulation')
  const oracle = oracles[seed % STREAMS] as Oracle
  const place = join(folder, String(seed))
  const world = await World.start(place, oracle, random)
  const clients = Array.from({ length: CLIENTS }, () => new Client(oracle, random))
  const counts: Record<string, number> = { requests: 0 }
  try {
    for (let step = 0; step < STEPS; step += 1) {
      const event = random.pick(choices)
      counts[event] = (counts[event] ?? 0) + 1
      // Blocks arrive, or the clock jumps, while a slow request is under way.
      const isConcurrent = event === 'ingest' || event === 'jump'
      if (!isConcurrent) await happen(event, world, random)
      for (const client of clients) {
        const isSlow = isConcurrent && client === clients[0]
        await client.request(world, isSlow ? () => happen(event, world, random) : undefined)
        counts.requests = (counts.requests ?? 0) + 1
      }
    }
    world.heal()
    await world.ingest(oracle.blocks.length)
    for (const client of clients) await client.request(world)
    expect(await contents(world.primaryPath)).toEqual(oracle.contents)
  } finally {
    await world.close()
    rmSync(place, { recursive: true, force: true })
  }
  return counts
}

it(`${SEEDS} histories of kills, failovers, lag, restarts and clock jumps lose and mix nothing`, async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const sums: Record<string, number> = {}
  for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
    const counts = await simulation(seed).catch((cause: unknown) => {
      throw new Error(`replay it with SIMULATION_SEED=${seed} SIMULATION_SEEDS=1`, { cause })
    })
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
  }
  const lines = Object.entries(sums).map(([name, count]) => `${count} ${name}`)
  process.stdout.write(`${SEEDS} histories: ${lines.join(', ')}\n`)
  // Each kind of event happened.
  if (SEEDS >= 20) expect(Object.keys(sums).sort()).toEqual([...Object.keys(events), 'requests'].sort())
}, 3_600_000)
