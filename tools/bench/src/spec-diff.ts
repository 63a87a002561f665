import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Benchmark } from './benchmark.ts'

const script = fileURLToPath(new URL('../../spec-diff/bench/cli.ts', import.meta.url))

/** Comparing contracts, in a process of its own: memory is measured, so the collector has to be called. */
export const specDiff: Benchmark = {
  name: 'spec-diff',
  about: 'time and memory of comparing contracts, small and large, against their budgets',
  orders: 1,
  run: async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script])
    return `Comparing contracts\n\n${stdout}`
  },
}
