import { expect, test } from 'vitest'
import { createHttp } from '../http/app.ts'
import { requestIdOf } from './request-id.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

test.each(['7f3a', 'Root=1-67891233-abcdef012345678912345678', 'a/b:c.d~e+f@g_h', 'x'.repeat(128)])(
  'a request may bring its own id: %.30s',
  given => {
    expect(requestIdOf({ headers: { 'x-request-id': given } })).toBe(given)
  },
)

test.each([undefined, '', ' ', 'a b', 'a,b', 'a"b', 'a\nb', '<a>', 'é', 'x'.repeat(129)])(
  'it gets a new one in place of %j',
  given => {
    expect(requestIdOf({ headers: { 'x-request-id': given } })).toMatch(UUID)
  },
)

const block = { height: '1', timestamp: '2', state: 'a' }
const app = createHttp({
  operations: [{ operationId: 'list', path: '/list', parameters: [] }],
  answer: () => ({ body: '{}', block, etag: 'e' }),
  head: () => block,
})

test.each([
  ['GET', '/health', 200],
  ['GET', '/nowhere', 404],
  ['POST', '/list', 405],
  ['GET', '/%zz', 400],
  ['OPTIONS', '/list', 204],
] as const)('the answer to %s %s says it', async (method, url, status) => {
  const headers = { 'x-request-id': 'mine', 'access-control-request-method': 'GET' }
  const answer = await app.inject({ method, url, headers })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['x-request-id']).toBe('mine')
})
