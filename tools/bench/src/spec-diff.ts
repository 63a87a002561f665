import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Benchmark } from './benchmark.ts'

const script = fileURLToPath(new URL('../../spec-diff/bench/cli.ts', import.meta.url))

export const specDiff: Benchmark = {
  name: 'spec-diff',
  about: 'time and memory of comparing contracts, small and large, against their budgets',
  run: async () => {
    // Its own process, because measuring memory needs explicit garbage collection.
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script])
    return `Comparing contracts\n${stdout.replaceAll(/^/gm, '  ').trimEnd()}\n`
  },
}
