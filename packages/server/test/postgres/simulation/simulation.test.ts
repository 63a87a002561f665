import { afterAll, beforeAll, expect, it } from 'vitest'
import { scratchFolder } from '../../scratch.ts'
import { playHistories } from '../../simulation/history.ts'
import { Pair } from './pair.ts'
import { PostgresWorld } from './postgres-world.ts'

/** One for 75 on SQLite files: 134 in `pnpm long faults`. */
const SEEDS = Math.ceil(Number(process.env.SIMULATION_SEEDS ?? 300) / 75)

const { folder } = scratchFolder()
let pair: Pair
let made = 0
beforeAll(async () => {
  pair = await Pair.start()
})
afterAll(() => pair.close())

it(`${SEEDS} histories of crashes, failovers, lag and broken connections lose and mix nothing`, async () => {
  const sums = await playHistories({
    ...{ folder, count: SEEDS, streams: 2 },
    start: (_, oracle, random) => PostgresWorld.start(pair, `history_${made++}`, oracle, random),
  })
  // Each kind of event happened.
  if (SEEDS >= 10) expect(Math.min(...Object.values(sums))).toBeGreaterThan(0)
}, 3_600_000)
