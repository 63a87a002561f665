import { globSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './run.ts'

/** The part of vitest's JSON report that is read here. Turbo keeps it with the result of a package. */
interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: 'passed' | 'failed'
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

const REPORTS = '{spec,examples,packages/*,tools/*}/.turbo/test*.json'

/** Removes the reports of an earlier run, so that they are not counted. */
export function removeReports(): void {
  for (const file of globSync(REPORTS, { cwd: root })) rmSync(join(root, file))
}

/** The sums over all packages, and each failure: the file, the test and the start of its message. */
export function readReports(): { passed: number; failed: number; skipped: number; failures: string[] } {
  const reports = globSync(REPORTS, { cwd: root }).map(
    file => JSON.parse(readFileSync(join(root, file), 'utf8')) as Report,
  )
  const sum = (key: 'numPassedTests' | 'numFailedTests' | 'numPendingTests') =>
    reports.reduce((total, report) => total + report[key], 0)
  const failures = reports.flatMap(report => report.testResults.flatMap(failuresOf))
  return {
    passed: sum('numPassedTests'),
    // A file that fails to load has no failed test, but it must count.
    failed: failures.length,
    skipped: sum('numPendingTests'),
    failures,
  }
}

function failuresOf({ name, status, message, assertionResults }: Report['testResults'][number]): string[] {
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
