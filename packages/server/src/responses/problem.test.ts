import { expect, test } from 'vitest'
import { badRequest, problemBody, quoted, tooManyRequests } from './problem.ts'

test('a refusal for too many requests says when to come back', () => {
  const problem = tooManyRequests(2, 3)
  expect([problem.status, problem.headers]).toEqual([429, { 'retry-after': '3' }])
  expect(JSON.parse(problemBody(problem))).toEqual({
    code: 8,
    message: 'More requests than the service grants; try again in 3 s',
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'RATE_LIMITED',
        domain: 'trading-network',
        metadata: { limit: '2' },
      },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3s' },
    ],
  })
})

test('the message of a 400 names the fields of each reason once', () => {
  const violations = [
    { field: 'a', description: 'is required' },
    { field: 'b', description: 'is no number' },
    { field: 'c', description: 'is required' },
  ]
  const problem = badRequest(violations)
  expect([problem.status, problem.code]).toEqual([400, 3])
  expect(problem.message).toBe('a, c: is required; b: is no number')
  expect(problem.details).toEqual([
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations },
  ])
})

test.each([60, 61])('text of %d characters has at most 60 in a message', length => {
  expect(quoted('n'.repeat(length))).toBe(length > 60 ? `"${'n'.repeat(59)}…"` : `"${'n'.repeat(60)}"`)
})
