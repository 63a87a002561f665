import { expect, test } from 'vitest'
import { createHttp } from '../http/app.ts'

const block = { height: '1', timestamp: '2', state: 'a' }
const PAGE = 'https://dashboard.example'

const service = () =>
  createHttp({
    operations: [{ operationId: 'list', path: '/list', parameters: [] }],
    answer: () => ({ body: '{}', block, etag: 'e' }),
    head: () => block,
  })

test('a preflight that names no headers may send any', async () => {
  const headers = { origin: PAGE, 'access-control-request-method': 'GET' }
  const response = await service().inject({ method: 'OPTIONS', url: '/list', headers })
  expect(response.headers['access-control-allow-headers']).toBe('*')
})

test.each(['/list', '/nothing'])('a preflight of %s is answered 204', async url => {
  const response = await service().inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin: PAGE,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'if-none-match',
    },
  })
  expect([response.statusCode, response.body]).toEqual([204, ''])
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, HEAD',
    'access-control-allow-headers': 'if-none-match',
    'access-control-max-age': '7200',
  })
})
