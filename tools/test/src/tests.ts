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

/** Runs all tests with their report on the terminal, and counts them. */
export async function runTests(): Promise<{ passed: number; failed: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  const file = join(folder, 'report.json')
  const code = await vitest(['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  // Without a report nothing ran to its end.
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
  rmSync(folder, { recursive: true })
  if (!report || report.numPassedTests === 0) return { passed: 0, failed: 1 }
  // A file that fails to load has no failed test of its own, but it must count.
  const unsound = report.success && code === 0 ? 0 : 1
  return { passed: report.numPassedTests, failed: Math.max(report.numFailedTests, unsound) }
}

function vitest(args: readonly string[]): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const child = spawn('vitest', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  child.once('error', reject)
  child.once('close', code => resolve(code ?? 1))
  return promise
}
