import { describe, expect, test } from 'vitest'
import { createHttp } from './app.ts'
import { RecentAnswers } from './recent-responses.ts'

const block = { height: '41', timestamp: '2', state: 'a' }

const page = (text: string) => JSON.stringify({ text: text.repeat(1000) })

/** A service at the given tag. It counts its look-ups. */
function service() {
  const network = { tag: 'a', lookups: 0, body: page('größer') }
  const app = createHttp({
    operations: [
      {
        operationId: 'list',
        path: '/list',
        parameters: [{ name: 'x', in: 'query', kind: 'string', array: false, required: false }],
      },
    ],
    answer: () => {
      network.lookups += 1
      return { body: network.body, block: { ...block, state: network.tag }, etag: network.tag }
    },
    head: () => ({ ...block, state: network.tag }),
  })
  return { network, get: (url: string, headers = {}) => app.inject({ url, headers }) }
}

describe('an address that is asked for again and again', () => {
  test('is looked up twice, then sent from memory with the same bytes and headers', async () => {
    const { network, get } = service()
    const [first, second, third] = [await get('/list'), await get('/list'), await get('/list')]
    expect(network.lookups).toBe(2)
    expect(third.rawPayload).toEqual(first.rawPayload)
    expect(third.body).toBe(network.body)
    const { date: _, 'x-request-id': __, ...headers } = second.headers
    expect(third.headers).toMatchObject(headers)
  })

  test('is looked up again as soon as the network has moved on', async () => {
    const { network, get } = service()
    for (let poll = 0; poll < 3; poll += 1) await get('/list')
    network.tag = 'b'
    network.body = page('new')
    expect((await get('/list')).body).toBe(network.body)
    expect((await get('/list')).headers.etag).toMatch(/^W\/"b"$/)
    expect(network.lookups).toBe(3)
  })

  test('is another one when its query differs', async () => {
    const { network, get } = service()
    for (const url of ['/list', '/list', '/list?x=1', '/list?x=2']) await get(url)
    expect(network.lookups).toBe(4)
  })
})

describe('what is kept', () => {
  const answer = (bytes: number) => ({ body: 'x'.repeat(bytes), block, etag: 'a' })
  const addTwice = (recent: RecentAnswers, url: string, bytes: number) => {
    recent.add(url, answer(bytes))
    recent.add(url, answer(bytes))
  }

  test('is bounded by its bytes: the answer that was not asked for longest goes first', () => {
    const recent = new RecentAnswers()
    for (let page = 0; page < 40; page += 1) {
      addTwice(recent, `/${page}`, 1024 * 1024)
      expect(recent.of('/0'), `after page ${page}`).toBeDefined()
    }
    expect(recent.of('/1')).toBeUndefined()
    expect(recent.of('/39')).toBeDefined()
  })
})
