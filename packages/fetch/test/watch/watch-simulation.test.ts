import { afterEach, expect, it, vi } from 'vitest'
import { watch } from '../../src/watch.ts'
import { play } from './history.ts'

/** Number of seeds. `pnpm long faults` runs 10,000. */
const SEEDS = Number(process.env.WATCH_SEEDS ?? 16)
/** The first seed: that of a failure replays it. */
const FIRST = Number(process.env.WATCH_SEED ?? 1)

const restore = () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}
afterEach(restore)

/** Plays histories until one fails. */
const playAll = async (seeds: number, follow: typeof watch) => {
  const sums: Record<string, number> = {}
  for (let seed = FIRST; seed < FIRST + seeds; seed++)
    try {
      for (const [name, count] of Object.entries(await play(seed, follow)))
        sums[name] = (sums[name] ?? 0) + count
    } catch (reason) {
      throw new Error(`WATCH_SEED=${seed} WATCH_SEEDS=1 replays this: ${reason}`, { cause: reason })
    } finally {
      restore()
    }
  return sums
}

it(`${SEEDS} histories have no missed final state, step back, partial block or silence`, {
  timeout: 300_000 + 1000 * SEEDS,
}, async () => {
  const sums = await playAll(SEEDS, watch)
  console.log(`watch: ${SEEDS} histories, ${JSON.stringify(sums)}`)
  // Without faults and changes, the histories would prove nothing.
  for (const name of ['blocks', 'merged', 'held', 'unchanged', 'failed', 'offline'])
    expect(sums[name], name).toBeGreaterThan(SEEDS)
  for (const name of ['resets', 'window', 'order', 'several'])
    expect(sums[name], name).toBeGreaterThan(SEEDS / 10)
})

it('a seed gives the same history again', async () => {
  expect(await playAll(3, watch)).toEqual(await playAll(3, watch))
})
