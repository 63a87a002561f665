import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './run.ts'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly success: boolean
}

/** Runs all tests, or those that the arguments choose, with their report on the terminal, and counts them. */
export async function runTests(
  choice: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<{ passed: number; failed: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  const file = join(folder, 'report.json')
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await vitest(['run', ...choice, ...report], variables)
  // Without a report nothing ran to its end.
  const counts = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
  rmSync(folder, { recursive: true })
  if (!counts || counts.numPassedTests === 0) return { passed: 0, failed: 1 }
  // A file that fails to load has no failed test of its own, but it must count.
  const unsound = counts.success && code === 0 ? 0 : 1
  return { passed: counts.numPassedTests, failed: Math.max(counts.numFailedTests, unsound) }
}

function vitest(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const env = { ...process.env, ...variables }
  const child = spawn('vitest', args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  child.once('error', reject)
  child.once('close', code => resolve(code ?? 1))
  return promise
}
