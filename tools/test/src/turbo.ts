import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { quiet, root } from './run.ts'

/**
 * Runs turbo to its end, with its output on the terminal, and returns its exit code. A signal ends it first.
 *
 * Two tasks run at a time, each with a worker per core, because the tests of one wait for a fifth to two fifths of their
 * time. Their temporary files are in one folder, which is always removed at the end.
 */
export async function turbo(tasks: readonly string[], flags: readonly string[]): Promise<number> {
  const temporary = mkdtempSync(join(tmpdir(), 'trading-network-test-'))
  // PostgreSQL may run as another user.
  chmodSync(temporary, 0o755)
  const args = ['run', ...tasks, '--concurrency=2', '--continue=dependencies-successful', ...flags]
  // Turbo starts some forty Node processes with the same tools.
  const compiled = join(root, 'node_modules/.cache/compiled')
  const env = { ...process.env, ...quiet, TMPDIR: temporary, NODE_COMPILE_CACHE: compiled }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const child = spawn('turbo', args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  let interrupted: number | undefined
  // Turbo stops its tasks on SIGTERM. It does not forward SIGINT, which only a terminal sends to them.
  const stop = (signal: NodeJS.Signals) => {
    child.kill('SIGTERM')
    interrupted = 128 + constants.signals[signal]
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  child.once('error', reject)
  child.once('close', code => resolve(interrupted ?? code ?? 1))
  try {
    return await promise
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 10 })
  }
}
