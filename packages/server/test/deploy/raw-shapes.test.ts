import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttp } from '../../src/http/app.ts'
import { operations } from '../../src/network/open-network.ts'
import { Balancer, missingHaproxy } from '../balancer/haproxy.ts'
import { FrontProxy, missing } from './front-proxy.ts'
import { SHAPES } from './raw-shapes.ts'

const block = { height: '1', timestamp: '2', state: 'a' }
const app = createHttp({ operations, answer: () => ({ body: '{}', block, etag: 'e' }), head: () => block })
let url = ''
beforeAll(async () => {
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const LAST = 'GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

/** Sends a shape and a last request, and returns all until the connection is closed. */
async function exchange(front: string, shape: string): Promise<string> {
  const socket = connect(Number(new URL(front).port), '127.0.0.1').on('error', () => undefined)
  socket.write(Buffer.from(shape + LAST, 'latin1'))
  return text(socket).catch(() => '')
}

/** No proxy, and proxies that tests may lack. */
const FRONTS = [
  { front: 'serve', absent: '', place: 0, start: async () => ({ url, stop: async () => undefined }) },
  { front: 'haproxy.cfg', absent: missingHaproxy(), place: 1, start: () => Balancer.start([url, url]) },
  {
    front: 'nginx/cache.conf',
    absent: missing('nginx'),
    place: 2,
    start: () => FrontProxy.cache(new URL(url).host),
  },
]

describe.each(FRONTS)('$front answers $absent', ({ absent, place, start }) => {
  let proxy: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    if (!absent) proxy = await start()
  })
  afterAll(() => proxy?.stop())

  it.skipIf(absent).each(Object.entries(SHAPES))('%s', async (shape, sent) => {
    const answers = await exchange(proxy.url, sent)
    const statuses = [...answers.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => status)
    const expected = shape.split(' → ')[1]?.split(' | ')[place]
    expect(statuses.join(' ') || 'closed').toBe(expected)
    // A body of HAProxy's own is not the contract's.
    if (/^4[03][01]$/.test(statuses[0] ?? '') && place !== 1)
      expect(answers).toMatch(/\{"code":\d+,"message":"/)
  })
})
