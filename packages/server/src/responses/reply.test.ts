import { describe, expect, test } from 'vitest'
import { createHttp } from '../http/app.ts'

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

describe('the block of a response', () => {
  const answered = async (named: object) => {
    const at = { ...block, ...named }
    const app = createHttp({
      operations: [{ operationId: 'list', path: '/list', parameters: [] }],
      answer: () => ({ body: '{}', block: at, etag: 'a' }),
      head: () => at,
    })
    return await app.inject('/list')
  }

  test('has its chain and its hash', async () => {
    const { headers } = await answered({ chainId: 'vega-mainnet-0011', hash: 'c0ffee' })
    expect(headers).toMatchObject({ 'x-chain-id': 'vega-mainnet-0011', 'x-block-hash': 'c0ffee' })
  })

  test('has neither before the first block', async () => {
    const { headers } = await answered({})
    expect(headers).not.toHaveProperty('x-chain-id')
    expect(headers).not.toHaveProperty('x-block-hash')
  })
})

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

  test.each([TAG.replace('41', 'W/40'), TAG.slice(1, -1), TAG.replace('beef', 'beefy'), ''])(
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
