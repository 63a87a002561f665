import { expect, it } from 'vitest'
import type { Report } from './reporter.ts'
import { summaryOf, type TaskResult } from './summary.ts'

const report = (more: Partial<Report>): Report => ({
  passed: 0,
  skipped: 0,
  failures: [],
  files: [],
  ...more,
})
const linesOf = (tasks: readonly TaskResult[]) => summaryOf(tasks).text.trim().split('\n')

it('a run without failures ends with its counts', () => {
  const { text, failed } = summaryOf([
    { id: '//#lint', state: 'passed' },
    { id: 'a#test', state: 'passed', report: report({ passed: 3, skipped: 1 }) },
    { id: 'b#test', state: 'passed', report: report({ passed: 4 }) },
  ])
  expect([text, failed]).toEqual(['\n7 passed, 0 failed, 1 skipped\n', 0])
})

it('names and counts failed tests, failed tasks, and tasks that never started', () => {
  expect(
    linesOf([
      { id: '//#lint', state: 'failed' },
      { id: 'a#test', state: 'failed', report: report({ passed: 3, failures: ['a.test.ts: adds: no'] }) },
      { id: 'b#test', state: 'failed', report: report({ passed: 2 }) },
      { id: 'c#test', state: 'never started' },
    ]),
  ).toEqual([
    'FAILED //#lint: see above',
    'FAILED a.test.ts: adds: no',
    'FAILED b#test: see above',
    'NEVER STARTED c#test: a task before it failed',
    '5 passed, 4 failed, 0 skipped',
  ])
})

it('names and counts what a check could not check', () => {
  const log = '$ node check\nSKIPPED the comparison: there is no history\nAll else is right.\n'
  expect(linesOf([{ id: 'a#check', state: 'passed', log }])).toEqual([
    'SKIPPED the comparison: there is no history (a#check)',
    '0 passed, 0 failed, 1 skipped',
  ])
})

it('shows the ten slowest files of this run, in a table of eleven lines', () => {
  const files = Array.from({ length: 30 }, (_, at) => ({ path: `${at}.test.ts`, seconds: at, hooks: at / 2 }))
  const cached = report({ files: [{ path: 'cached.test.ts', seconds: 99, hooks: 0 }] })
  const lines = linesOf([
    { id: 'a#test', state: 'passed', report: report({ files }) },
    { id: 'b#test', state: 'passed', isCached: true, report: cached },
  ])
  expect(lines).toHaveLength(12)
  expect(lines.slice(0, 3)).toEqual([
    'seconds in hooks  the slowest files',
    '    29.0     14.5  29.test.ts',
    '    28.0     14.0  28.test.ts',
  ])
})
