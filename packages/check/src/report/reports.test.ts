import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CheckResult, Report } from './report.ts'
import { operationLine, textReport } from './text.ts'

const result = (check: string, fields: Partial<CheckResult> = {}): CheckResult => ({
  operation: 'listAccounts',
  check,
  outcome: 'passed',
  problems: [],
  notCovered: [],
  requests: 3,
  ...fields,
})

const failed = result('walks', {
  outcome: 'failed',
  problems: [{ message: 'must list <a> & "b\u0000"', request: 'GET /api/v2/accounts?x=1', times: 4 }],
})
const open = result('records', { outcome: 'not covered', notCovered: ['no records were found'] })
const report: Report = {
  baseUrl: 'http://127.0.0.1:1',
  contract: 'Trading Network Query API 2.0.0',
  results: [result('answers'), failed, open],
  requests: 9,
  seconds: 1.25,
}

beforeEach(() => {
  vi.stubEnv('FORCE_COLOR', '0')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the text report', () => {
  it('says what failed and by which request, what was not covered, and the counts', () => {
    expect(textReport(report)).toBe(`FAILED listAccounts, walks: must list <a> & "b\u0000"
With --details: each failure with its request.

Not covered
  listAccounts: records: no records were found

1 passed, 1 failed, 1 not covered: http://127.0.0.1:1 against Trading Network Query API 2.0.0, 9 requests in 1.25 s
`)
  })

  it('tells once what no operation covers', () => {
    const reason = { outcome: 'not covered', notCovered: ['the service has no rate limit'] } as const
    const results = ['listAccounts', 'getOrder'].map(operation =>
      result('rate limit', { operation, ...reason }),
    )
    expect(textReport({ ...report, results })).toContain(
      'Not covered\n  all operations: rate limit: the service has no rate limit\n\n',
    )
  })

  it('has each failure with its request when asked for details', () => {
    expect(textReport(report, true)).toContain(`FAILED listAccounts, walks: must list <a> & "b\u0000"
  GET /api/v2/accounts?x=1
`)
  })

  it('has one line for each of 30 failed checks at most', () => {
    const problems = ['must hold 3 rows, has 4', 'must hold 17 rows, has 1'].map(message => ({
      message,
      times: 2,
    }))
    const results = Array.from({ length: 32 }, () => ({ ...failed, problems }))
    const [first, ...others] = textReport({ ...report, results }).split('\n')
    expect(first).toBe('FAILED listAccounts, walks: must hold 3 rows, has 4 (and 1 more)')
    expect(others[29]).toBe('and 2 more failed checks')
  })

  it('has colours where standard output shows them', () => {
    vi.stubEnv('FORCE_COLOR', '1')
    expect(textReport(report)).toContain('\u001b[31mFAILED')
  })

  it('has a line for an operation', () => {
    expect(operationLine('listAccounts', report.results)).toBe(
      'FAILED listAccounts                 1 passed, 1 failed, 1 not covered (9 requests)',
    )
  })
})
