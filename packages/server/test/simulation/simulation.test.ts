import { Random } from '@trading-network/simulator'
import { expect, it, onTestFinished, vi } from 'vitest'
import { contents } from '../contents.ts'
import { scratchFolder } from '../scratch.ts'
import { type Oracle, oracleOf } from './oracle.ts'
import { World } from './world.ts'

/** Number of seeds. `pnpm long faults` runs 10,000. */
const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 20)
/** The first seed: that of a failure replays it. */
const FIRST = Number(process.env.SIMULATION_SEED ?? 1)
/** Number of histories of a test. The test keeps their exchanges in memory until its end. */
const TOGETHER = 200
const STEPS = 15
const CLIENTS = 3
/** Number of streams of events that the histories share. */
const STREAMS = 4

const { folder, newPath } = scratchFolder()

const oracles: Oracle[] = []
for (let seed = 1; seed <= STREAMS; seed += 1) oracles.push(await oracleOf(seed, folder))

const firsts = Array.from({ length: Math.ceil(SEEDS / TOGETHER) }, (_, part) => FIRST + part * TOGETHER)
const name =
  'histories of kills, lost files, old backups, restarts and clock jumps, from seed %i on, lose and mix nothing'
it.each(firsts)(name, { timeout: 3_600_000 }, async first => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const sums: Record<string, number> = {}
  const end = Math.min(first + TOGETHER, FIRST + SEEDS)
  for (let seed = first; seed < end; seed += 1) {
    const random = new Random(seed, 'simulation')
    const oracle = oracles[seed % STREAMS] as Oracle
    const world = new World(newPath, oracle, random)
    try {
      await play(world, oracle, random, sums)
    } catch (cause) {
      throw new Error(`replay it with SIMULATION_SEED=${seed} SIMULATION_SEEDS=1`, { cause })
    }
    await world.service.close()
  }
  const lines = Object.entries(sums).map(([name, number]) => `${number} ${name}`)
  process.stdout.write(`${end - first} histories: ${lines.join(', ')}\n`)
  // Each kind of event happened.
  if (end - first >= 20) expect(Math.min(...Object.values(sums))).toBeGreaterThan(0)
})

/** Plays one history. Adds what happens to the sums. */
async function play(world: World, oracle: Oracle, random: Random, sums: Record<string, number>) {
  const few = () => 1 + random.below(3)
  const events: Readonly<Record<string, readonly [weight: number, happen: () => unknown]>> = {
    ingest: [6, () => world.ingest(few())],
    kill: [4, () => world.ingest(few(), random.below(60))],
    // By up to an hour, forwards or back.
    jump: [2, () => vi.setSystemTime(Date.now() + (random.below(7_200) - 3_600) * 1000)],
    backUp: [3, () => world.backUp()],
    restore: [2, () => world.restore()],
    remove: [2, () => world.remove()],
    restart: [2, () => world.restart()],
    heal: [2, () => world.heal()],
  }
  const choices = Object.entries(events).flatMap(([event, [weight]]) => Array<string>(weight).fill(event))
  for (const event of choices) sums[event] ??= 0
  await world.restart()
  const clients = Array.from({ length: CLIENTS }, () => clientOf(world, oracle, random))
  for (let step = 0; step < STEPS; step += 1) {
    const event = random.pick(choices)
    const happen = async () => void (await events[event]?.[1]())
    sums[event] = (sums[event] ?? 0) + 1
    // Blocks arrive, or the clock jumps, while a slow request is under way.
    const isConcurrent = event === 'ingest' || event === 'jump'
    if (!isConcurrent) await happen()
    for (const request of clients) await request(isConcurrent && request === clients[0] ? happen : undefined)
  }
  world.heal()
  await world.ingest(oracle.blocks.length)
  for (const request of clients) await request()
  expect(await contents(world.path)).toEqual(oracle.contents)
}

/** A client that polls, keeps every response it got with its tag, and never wants to go back. Throws at a wrong response. */
function clientOf(world: World, { urls, bodies }: Oracle, random: Random) {
  const responses = new Map<string, { readonly etag: string; readonly body: string }[]>()
  let highest = 0n
  /** @param meanwhile happens before the request is answered */
  return async (meanwhile?: () => Promise<void>) => {
    const url = random.pick(urls)
    const kept = responses.get(url) ?? []
    const known = kept.length > 0 && random.chance(0.7) ? random.pick(kept) : undefined
    const least = random.chance(0.5) ? highest : undefined
    const headers = {
      ...(known && { 'if-none-match': known.etag }),
      ...(least !== undefined && { 'x-min-block-height': String(least) }),
    }
    const reachable = world.height
    const responding = world.service.app.inject({ url, headers })
    await meanwhile?.()
    const { statusCode, headers: given, body } = await responding
    const what = `${statusCode} to ${url} ${JSON.stringify(headers)}`
    // A refused request may get its 400 without a look at the database.
    if (statusCode === 400 && given['x-block-height'] === undefined) return
    if (statusCode === 503) {
      if (reachable !== undefined && reachable >= (least ?? 0n))
        throw new Error(`${what}, although the database is at ${reachable}`)
      return
    }
    const height = BigInt(String(given['x-block-height']))
    if (statusCode !== 400 && least !== undefined && height < least)
      throw new Error(`${what} is of block ${height}`)
    if (height > highest) highest = height
    const correct = bodies.get(String(height))?.get(url)
    if (correct === undefined) throw new Error(`${what} is of block ${height}, which is not whole`)
    if (statusCode === 304 && known?.body === correct) return
    if (statusCode === 304) throw new Error(`${what}: the response has changed at block ${height}`)
    if (body !== correct) throw new Error(`${what} at block ${height}: ${body} instead of ${correct}`)
    if (given.etag !== undefined) kept.push({ etag: String(given.etag), body })
    responses.set(url, kept)
  }
}
