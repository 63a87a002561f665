import { describe, expect, test } from 'vitest'
import {
  badRequest,
  internal,
  methodNotAllowed,
  notFound,
  type Problem,
  problemBody,
  protocolError,
  quoted,
  unavailable,
} from './problem.ts'

const body = (problem: Problem): unknown => JSON.parse(problemBody(problem))

describe('a problem becomes the error body of the contract', () => {
  test('400 carries every violation and strings them together in its message', () => {
    const violations = [
      { field: 'pagination.first', description: 'must be an integer from 1 to 5000, got "0"' },
      { field: 'source', description: 'is given more than once; give it once' },
    ]
    const problem = badRequest(violations)
    expect(problem.status).toBe(400)
    expect(body(problem)).toEqual({
      code: 3,
      message:
        'pagination.first: must be an integer from 1 to 5000, got "0"; source: is given more than once; give it once',
      details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }],
    })
  })

  test('fields refused for one reason share a sentence of the message', () => {
    const description = 'cannot be used together'
    const problem = badRequest([
      { field: 'a', description },
      { field: 'b', description },
    ])
    expect(problem.message).toBe('a, b: cannot be used together')
  })

  test('404 says the reason and what was looked for', () => {
    const problem = notFound('ORDER_NOT_FOUND', 'There is no order ab', { orderId: 'ab' })
    expect(problem.status).toBe(404)
    expect(body(problem)).toEqual({
      code: 5,
      message: 'There is no order ab',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'ORDER_NOT_FOUND',
          domain: 'trading-network',
          metadata: { orderId: 'ab' },
        },
      ],
    })
  })

  test('405 brings the Allow header', () => {
    const problem = methodNotAllowed('POST', '/api/v2/accounts', 'GET, HEAD')
    expect(problem).toMatchObject({ status: 405, code: 12, headers: { allow: 'GET, HEAD' } })
    expect(problem.message).toBe('POST is not allowed on /api/v2/accounts; use GET, HEAD')
  })

  test('500 tells the client the request id and nothing else', () => {
    const problem = internal('req-7')
    expect(problem).toMatchObject({ status: 500, code: 13 })
    expect(body(problem)).toMatchObject({
      details: [{ reason: 'INTERNAL', metadata: { requestId: 'req-7' } }],
    })
    expect(problemBody(problem)).not.toContain('errors.test')
  })

  test('503 says in the body and in a header when to come back', () => {
    const problem = unavailable(5)
    expect(problem).toMatchObject({ status: 503, code: 14, headers: { 'retry-after': '5' } })
    expect(problem.details).toContainEqual({
      '@type': 'type.googleapis.com/google.rpc.RetryInfo',
      retryDelay: '5s',
    })
  })

  test.each([
    [408, 4],
    [413, 3],
    [431, 3],
  ])('status %i has google.rpc code %i', (status, code) => {
    expect(protocolError(status, 'REASON', 'text').code).toBe(code)
  })
})

describe('quoted client text', () => {
  test('is cut to 60 characters and stays on one line', () => {
    expect(quoted('x'.repeat(61))).toBe(`"${'x'.repeat(59)}…"`)
    expect(quoted('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`)
    expect(quoted('a\nb"c')).toBe('"a\\nb\\"c"')
  })
})
