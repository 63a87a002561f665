import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '@trading-network/simulator'
import { expect, onTestFinished, vi } from 'vitest'
import { Client } from './client.ts'
import { type Oracle, oracleOf } from './oracle.ts'
import { type Faults, SqliteWorld } from './sqlite-world.ts'

const STEPS = 15
const CLIENTS = 3
/** Number of streams of events that the histories share. */
const STREAMS = 4

/** Plays histories, each from its seed. Returns the number of requests, and of events by kind. */
export async function playHistories(folder: string, count: number) {
  const oracles: Oracle[] = []
  for (let seed = 1; seed <= STREAMS; seed += 1) oracles.push(await oracleOf(seed, folder))
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  /** The first seed: that of a failure replays it. */
  const first = Number(process.env.SIMULATION_SEED ?? 1)
  const sums: Record<string, number> = {}
  for (let seed = first; seed < first + count; seed += 1) {
    const random = new Random(seed, 'simulation')
    const oracle = oracles[seed % STREAMS] as Oracle
    const place = join(folder, String(seed))
    mkdirSync(place)
    const world = await SqliteWorld.start(place, oracle, random)
    try {
      await play(world, oracle, random, sums)
    } catch (cause) {
      throw new Error(`replay it with SIMULATION_SEED=${seed} SIMULATION_SEEDS=1`, { cause })
    } finally {
      await world.close()
      rmSync(place, { recursive: true })
    }
  }
  const lines = Object.entries(sums).map(([name, number]) => `${number} ${name}`)
  process.stdout.write(`${count} histories: ${lines.join(', ')}\n`)
  return sums
}

/** Plays one history. Adds what happens to the sums. */
async function play(world: SqliteWorld, oracle: Oracle, random: Random, sums: Record<string, number>) {
  const events: Faults = {
    ingest: [6, () => world.ingest(1 + random.below(3))],
    kill: [4, () => world.ingest(1 + random.below(3), random.below(60))],
    jump: [2, () => jump(random)],
    ...world.faults,
  }
  const choices = Object.entries(events).flatMap(([event, [weight]]) => Array<string>(weight).fill(event))
  for (const event of ['requests', ...choices]) sums[event] ??= 0
  const note = (event: string) => {
    sums[event] = (sums[event] ?? 0) + 1
  }
  const clients = Array.from({ length: CLIENTS }, () => new Client(oracle, random))
  for (let step = 0; step < STEPS; step += 1) {
    const event = random.pick(choices)
    const happen = async () => events[event]?.[1]()
    note(event)
    // Blocks arrive, or the clock jumps, while a slow request is under way.
    const isConcurrent = event === 'ingest' || event === 'jump'
    if (!isConcurrent) await happen()
    for (const client of clients) {
      await client.request(world, isConcurrent && client === clients[0] ? happen : undefined)
      note('requests')
    }
  }
  world.heal()
  await world.ingest(oracle.blocks.length)
  for (const client of clients) await client.request(world)
  expect(await world.contents()).toEqual(oracle.contents)
}

/** Sets the wall clock forwards or back by up to an hour. */
function jump(random: Random): void {
  vi.setSystemTime(Date.now() + (random.below(7_200) - 3_600) * 1000)
}
