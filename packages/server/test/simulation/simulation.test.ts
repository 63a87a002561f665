import { expect, it } from 'vitest'
import { scratchFolder } from '../scratch.ts'
import { playHistories } from './history.ts'

/** Number of seeds. `pnpm long faults` runs 10,000. */
const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 20)

const { folder } = scratchFolder()

it(`${SEEDS} histories of kills, lost files, old backups, restarts and clock jumps lose and mix nothing`, async () => {
  const sums = await playHistories(folder, SEEDS)
  // Each kind of event happened.
  if (SEEDS >= 20) expect(Math.min(...Object.values(sums))).toBeGreaterThan(0)
}, 3_600_000)
