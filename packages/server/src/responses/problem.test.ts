import { expect, test } from 'vitest'
import {
  badRequest,
  blockNotReached,
  internal,
  methodNotAllowed,
  notFound,
  notReady,
  Problem,
  problemBody,
  protocolError,
  quoted,
  tooManyRequests,
  unavailable,
} from './problem.ts'

const info = (reason: string, metadata: object) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'trading-network',
  metadata,
})
const retry = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay })
const head = { height: '7', timestamp: '2', state: 'a' }

test.each<[string, () => Problem, [status: number, code: number], string, object[], object]>([
  [
    'a record that is not there',
    () => notFound('ORDER_NOT_FOUND', 'There is no order', { orderId: 'a' }),
    [404, 5],
    'There is no order',
    [info('ORDER_NOT_FOUND', { orderId: 'a' })],
    {},
  ],
  [
    'another method',
    () => methodNotAllowed('POST', '/a', 'GET, HEAD'),
    [405, 12],
    'POST is not allowed on /a; use GET, HEAD',
    [info('METHOD_NOT_ALLOWED', { method: 'POST', path: '/a', allow: 'GET, HEAD' })],
    { allow: 'GET, HEAD' },
  ],
  [
    'a slow request',
    () => protocolError(408, 'SLOW', 'too slow'),
    [408, 4],
    'too slow',
    [info('SLOW', {})],
    {},
  ],
  [
    'HTTP that is none',
    () => protocolError(431, 'LARGE', 'large'),
    [431, 3],
    'large',
    [info('LARGE', {})],
    {},
  ],
  [
    'too many requests',
    () => tooManyRequests(2, 3),
    [429, 8],
    'More requests than the service grants; try again in 3 s',
    [info('RATE_LIMITED', { limit: '2' }), retry('3s')],
    { 'retry-after': '3' },
  ],
  [
    'a failure',
    () => internal('id'),
    [500, 13],
    'Internal error; the log has it under request id',
    [info('INTERNAL', { requestId: 'id' })],
    {},
  ],
  [
    'a busy service',
    () => unavailable(2),
    [503, 14],
    'The service cannot answer now; try again in 2 s',
    [info('UNAVAILABLE', {}), retry('2s')],
    { 'retry-after': '2' },
  ],
  [
    'a service that is not ready',
    () => notReady('STALE', 'The last block is old', { height: '7' }),
    [503, 14],
    'The last block is old',
    [info('STALE', { height: '7' }), retry('1s')],
    { 'retry-after': '1' },
  ],
  [
    'a block that is not there yet',
    () => blockNotReached(head, 9n),
    [503, 14],
    'The service is at block 7, the request asks for block 9; try again in 1 s',
    [info('BLOCK_NOT_REACHED', { height: '7', minBlockHeight: '9' }), retry('1s')],
    { 'retry-after': '1' },
  ],
])('%s', (_, make, [status, code], message, details, headers) => {
  const problem = make()
  expect([problem.name, problem.status, problem.headers]).toEqual(['Problem', status, headers])
  expect(JSON.parse(problemBody(problem))).toEqual({ code, message, details })
})

test('a refusal of a block that is not there yet has the current one', () => {
  expect(blockNotReached(head, 9n).asOf).toBe(head)
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

test('a status without a code of its own is an internal one', () => {
  expect(new Problem(502, '', []).code).toBe(13)
})

test.each([60, 61])('text of %d characters has at most 60 in a message', length => {
  expect(quoted('n'.repeat(length))).toBe(length > 60 ? `"${'n'.repeat(59)}…"` : `"${'n'.repeat(60)}"`)
})
