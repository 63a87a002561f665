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

test.each(['/list', '/list?x=1', '/nothing', '/%zz', '/health'])(
  'any page may read %s and its headers',
  async url => {
    const { headers } = await service().inject({ url, headers: { origin: PAGE } })
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        'deprecation, etag, preference-applied, retry-after, sunset, x-block-hash, x-block-height, x-block-timestamp, x-chain-id, x-contract-version, x-first-block, x-history-since, x-request-id, ratelimit-limit, ratelimit-remaining, ratelimit-reset',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  },
)

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
