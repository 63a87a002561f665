import { globSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { JsonTestResult, JsonTestResults } from 'vitest/node'
import { root } from './run.ts'

/** Reports of vitest. Turbo keeps each with the result of its package. */
const REPORTS = '{spec,examples,packages/*,tools/*}/.turbo/test*.json'

/** Removes the reports of an earlier run, so that they are not counted. */
export function removeReports(): void {
  for (const file of globSync(REPORTS, { cwd: root })) rmSync(join(root, file))
}

/** The sums over all packages, and each failure: the file, the test and the start of its message. */
export function readReports(): { passed: number; failed: number; skipped: number; failures: string[] } {
  const reports = globSync(REPORTS, { cwd: root }).map(
    file => JSON.parse(readFileSync(join(root, file), 'utf8')) as JsonTestResults,
  )
  const failures = reports.flatMap(({ testResults }) => testResults.flatMap(failuresOf))
  return {
    passed: reports.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0),
    // A file that fails to load has no failed test, but it must count.
    failed: failures.length,
    skipped: reports.reduce((sum, { numPendingTests }) => sum + numPendingTests, 0),
    failures,
  }
}

function failuresOf({ name, status, message, assertionResults }: JsonTestResult): string[] {
  if (status === 'passed') return []
  const file = relative(root, name)
  const failed = assertionResults.filter(test => test.status === 'failed')
  if (failed.length === 0) return [`${file}: ${firstLines(message)}`]
  return failed.map(
    ({ fullName, failureMessages }) => `${file}: ${fullName}\n${firstLines(failureMessages?.[0])}`,
  )
}

/** The start of a message, without the frames of the test runner. */
function firstLines(text = ''): string {
  const lines = text.split('\n').filter(line => !line.includes('node_modules'))
  return lines.slice(0, 12).join('\n')
}
