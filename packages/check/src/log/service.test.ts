import { describe, expect, it } from 'vitest'
import { operations } from '../contract/operations.ts'
import { NoAnswer, OutOfRequests, Service, type ServiceOptions } from './service.ts'

const answering = (fetch: ServiceOptions['fetch'], options: Partial<ServiceOptions> = {}) =>
  new Service({
    baseUrl: 'http://in.process/',
    timeout: 1000,
    concurrency: 2,
    maxRequests: 10,
    ...(fetch && { fetch }),
    ...options,
  })

/** A request with this path. */
const to = (path: string) => ({ operation: { ...operations[0], path } as (typeof operations)[0], params: {} })

describe('a service', () => {
  it('is asked below its base, with the headers given', async () => {
    const seen: unknown[] = []
    const service = answering(
      async (input, init) => {
        seen.push(String(input), new Headers(init?.headers).get('authorization'), init)
        return new Response('{"a":1}')
      },
      { headers: { authorization: 'key' } },
    )
    expect(await service.ask(to('/a?b=1'))).toMatchObject({ status: 200, body: { a: 1 }, target: '/a?b=1' })
    expect(seen).toMatchObject(['http://in.process/a?b=1', 'key', { method: 'GET', redirect: 'manual' }])
  })

  const later = { 'retry-after': '0' }
  it.each([
    ['once is asked again later', [503, 200], later, 200, 2],
    ['for ever is taken at its word after a few times', Array(9).fill(429), later, 429, 4],
    ['and names no time is not asked again', [503], {}, 503, 1],
  ])('that asks for patience %s', async (_, statuses, headers, status, requests) => {
    const left = statuses.values()
    const service = answering(async () => new Response('{}', { status: left.next().value, headers }))
    expect((await service.ask(to('/'))).status).toBe(status)
    expect(service.requests).toBe(requests)
  })

  it('that redirects from the first request on is not checked, and says where to', async () => {
    const moved = () => new Response(null, { status: 301, headers: { location: 'https://in.process/a' } })
    const service = answering(async () => moved())
    const rejected = expect(service.ask(to('/a'))).rejects
    await rejected.toThrow('http://in.process/a redirects to https://in.process/a: give the base URL')
    expect(await service.ask(to('/b'))).toMatchObject({ status: 301 })
  })

  it('gets no more requests than allowed', async () => {
    const service = answering(async () => new Response('{}'), { maxRequests: 1 })
    await service.ask(to('/'))
    await expect(service.ask(to('/'))).rejects.toThrow(OutOfRequests)
  })

  it('gets no more requests at a time than allowed', async () => {
    let running = 0
    let most = 0
    const service = answering(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(resolve => setTimeout(resolve, 5))
      running -= 1
      return new Response('{}')
    })
    const statuses = await service.each('abcdefgh', async item => (await service.ask(to(`/${item}`))).status)
    expect(statuses).toEqual(Array(8).fill(200))
    expect(most).toBe(2)
  })

  it.each([
    ['GET', 1],
    ['POST', 1],
    ['GET', 2],
  ])(
    'that closes the connection of a %s before any byte, %i times, is asked once more',
    async (method, times) => {
      // The error of Node's fetch when a server closes a connection that it kept alive.
      const closed = new TypeError('fetch failed', {
        cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
      })
      const responses: (Response | Error)[] = [...Array<Error>(times).fill(closed), new Response('{}')]
      const service = answering(async () => {
        const next = responses.shift() as Response | Error
        if (next instanceof Error) throw next
        return next
      })
      const asked = service.ask({ ...to('/a'), method })
      if (times > 1) await expect(asked).rejects.toThrow('no answer to GET /a: other side closed')
      else expect((await asked).status).toBe(200)
      expect(service.requests).toBe(2)
    },
  )

  it('that does not answer in time is told from one that cannot be reached', async () => {
    const silent: typeof fetch = (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    const slow = answering(silent, { timeout: 20 })
    await expect(slow.ask(to('/a'))).rejects.toThrow(
      new NoAnswer('no answer to GET /a: nothing within 0.02 s'),
    )
    const closed = answering(async () => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    })
    await expect(closed.ask(to('/a'))).rejects.toThrow('no answer to GET /a: connect ECONNREFUSED')
  })
})
