import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createHttp } from '../http/app.ts'
import { tagOf } from './reply.ts'

const block = { height: '41', timestamp: '2', state: 'a' }
const app = createHttp({
  operations: [{ operationId: 'list', path: '/list', parameters: [] }],
  answer: () => ({ body: '{}', block, etag: '41-beef' }),
  head: () => block,
})
const get = (url: string, tag: string) => app.inject({ url, headers: { 'if-none-match': tag } })
const head = (url: string, tag: string) =>
  app.inject({ method: 'HEAD', url, headers: { 'if-none-match': tag } })

const TAG = '"41-beef"'

test.each([
  ['text', 'größer 😀'],
  ['bytes', Buffer.from('größer 😀')],
])('a body of %s is sent in UTF-8, with its length', async (_, body) => {
  const app = createHttp({
    operations: [{ operationId: 'list', path: '/list', parameters: [] }],
    answer: () => ({ body, block, etag: 'a' }),
    head: () => block,
  })
  const { headers, rawPayload } = await app.inject('/list')
  expect([headers['content-length'], String(rawPayload)]).toEqual(['13', 'größer 😀'])
})

test('an error has the block, is stored by no cache, and is no page for a browser', async () => {
  const { statusCode, headers } = await app.inject('/list?unknown=1')
  expect(statusCode).toBe(400)
  expect(headers).toMatchObject({
    'x-block-height': '41',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  })
})

describe('a client that already has the answer', () => {
  test.each([`W/${TAG}`, TAG, `"x", W/${TAG}`, '*'])('gets 304 for If-None-Match: %s', async tag => {
    const response = await get('/list', tag)
    expect([response.statusCode, response.body]).toEqual([304, ''])
    expect(response.headers).toMatchObject({
      etag: `W/${TAG}`,
      'cache-control': 'no-cache',
      'x-block-height': '41',
    })
  })

  test('gets the same 304 for HEAD, which has no length: a body of 0 bytes is another response', async () => {
    const [fromHead, fromGet] = [await head('/list', TAG), await get('/list', TAG)]
    expect([fromHead.statusCode, fromHead.body]).toEqual([304, ''])
    expect(fromHead.headers).not.toHaveProperty('content-length')
    const names = (response: typeof fromGet) => Object.keys(response.headers).sort()
    expect(names(fromHead)).toEqual(names(fromGet))
    expect((await head('/list', '"other"')).headers['content-length']).toBe('2')
  })

  test.each([TAG.replace('41', 'W/41'), TAG.slice(1, -1), TAG.replace('beef', 'beefy'), ''])(
    'gets all of it for If-None-Match: %s',
    async tag => {
      expect((await get('/list', tag)).statusCode).toBe(200)
    },
  )

  test('does not make the service find the answer again at the same block', async () => {
    let found = 0
    const app = createHttp({
      operations: [{ operationId: 'list', path: '/list', parameters: [] }],
      answer: () => ({ body: String(++found), block, etag: '41-beef' }),
      head: () => block,
    })
    const get = (tag: string) => app.inject({ url: '/list', headers: { 'if-none-match': tag } })
    for (let poll = 0; poll < 3; poll += 1) {
      const unchanged = await get(`W/${TAG}`)
      expect([unchanged.statusCode, unchanged.body, found]).toEqual([304, '', Math.min(poll + 1, 2)])
      expect(unchanged.headers).toMatchObject({ etag: `W/${TAG}`, 'x-block-height': '41' })
    }
    expect([(await get(TAG.replace('41', '40'))).statusCode, found]).toEqual([200, 2])
    expect([(await get('*')).statusCode, found]).toEqual([304, 2])
  })

  test('is still told of an error', async () => {
    expect((await get('/list?x=1', '*')).statusCode).toBe(400)
  })
})

test('a document has its type and its tag, and is not sent again', async () => {
  const first = await app.inject('/openapi.json')
  expect(first.headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    etag: `W/"${hash('sha256', first.body, 'base64url')}"`,
  })
  for (const tag of [String(first.headers.etag), '*']) {
    const { statusCode, body } = await get('/openapi.json', tag)
    expect([statusCode, body]).toEqual([304, ''])
  }
})

test('a tag is the start of a hash of the body, as text or as bytes', () => {
  expect(tagOf('{}')).toBe(hash('sha256', '{}', 'base64url').slice(0, 22))
  expect(tagOf(Buffer.from('{}'))).toBe(tagOf('{}'))
})

test.each(['-gzip', '-br', '-zstd'])('a tag to which Apache has added %s is the same tag', async suffix => {
  expect((await get('/list', `W/"41-beef${suffix}"`)).statusCode).toBe(304)
  expect((await get('/list', `"41${suffix}"`)).statusCode).toBe(200)
})
