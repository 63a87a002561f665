import { afterEach, expect, test } from 'vitest'
import { Overload } from '../overload/protect-service.ts'
import { unavailable } from '../responses/problem.ts'
import type { Answer, Head } from '../responses/reply.ts'
import { type WaitingOptions, type WaitingRequest, WaitingRequests } from './waiting-requests.ts'

const blockOf = (height: number): Head => ({ height: String(height), timestamp: '0', state: `s${height}` })
const answerAt = (height: number, etag: string): Answer => ({ body: etag, etag, block: blockOf(height) })

const open: WaitingRequests[] = []
afterEach(() => {
  for (const waiting of open.splice(0)) waiting.end()
})

/** A database behind a socket: its head moves by hand, and its answers come when the test gives them. */
function slowNetwork(options: Partial<WaitingOptions> = {}) {
  let head = blockOf(1)
  let looks = 0
  const asked: { resolve: (answer: Answer) => void; reject: (error: Error) => void }[] = []
  const network = {
    answer() {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      asked.push({ resolve, reject })
      return promise
    },
    head: async () => {
      looks += 1
      return head
    },
  }
  const waiting = new WaitingRequests(network, { overload, ...options })
  open.push(waiting)
  return {
    waiting,
    asked,
    commit: (height: number) => {
      head = blockOf(height)
    },
    /** Waits until the service has seen the current head, and has started its reads. */
    async looked() {
      const before = looks
      await expect.poll(() => looks, { interval: 2 }).toBeGreaterThan(before + 1)
    },
    /** Waits for the next read, and returns its functions. */
    async read() {
      await expect.poll(() => asked.length, { interval: 2 }).toBeGreaterThan(0)
      return asked.shift()!
    },
  }
}

const operation = { operationId: 'list', path: '/list', parameters: [] } as const

const overload = new Overload()
const accountOf = (remoteAddress: string) =>
  overload.accounts.of({ headers: {}, socket: { remoteAddress } } as never)
const a = accountOf('192.0.2.1')

function request(
  tag: string,
  { seconds = 60, ...others }: Partial<WaitingRequest> & { seconds?: number } = {},
) {
  return {
    ...{ operation, query: {}, leastHeight: undefined, account: a },
    ...{ until: performance.now() + seconds * 1000, has: (etag: string) => etag === tag },
    ...{ onGone: () => undefined, ...others },
  }
}

test('without a free place, the client with the most requests gives way, and else is refused', async () => {
  const { waiting, read } = slowNetwork({ maxWaiting: 3 })
  const b = accountOf('192.0.2.2')
  const hog = [waiting.next(request('a', { account: a }))]
  ;(await read()).resolve(answerAt(1, 'a'))
  await expect.poll(() => waiting.overload.accounts.held.waiting).toBe(1)
  hog.push(waiting.next(request('a', { account: a })), waiting.next(request('a', { account: a })))
  await expect(waiting.next(request('a', { account: a }))).rejects.toMatchObject({ status: 503 })
  void waiting.next(request('a', { account: b }))
  expect(await hog[0]).toEqual({ block: blockOf(1), etag: 'a' })
  // Two and one: a further request of the second client would only turn that round.
  await expect(waiting.next(request('a', { account: b }))).rejects.toMatchObject({ status: 503 })
  expect([waiting.overload.accounts.held.waiting, overload.accounts.refused.waiting]).toEqual([3, 3])
})

test('a failure of a read ends all waits of its URL, and later requests read again', async () => {
  const { waiting, commit, read } = slowNetwork()
  const first = waiting.next(request('a'))
  ;(await read()).resolve(answerAt(1, 'a'))
  commit(2)
  const failed = expect(first).rejects.toThrow('broken')
  ;(await read()).reject(new Error('broken'))
  await failed
  const second = waiting.next(request('a'))
  ;(await read()).resolve(answerAt(2, 'b'))
  expect(await second).toMatchObject({ body: 'b' })
})

test('a read that the database refuses for now is done again, and only one at a time', async () => {
  const { waiting, asked, commit, looked, read } = slowNetwork()
  const first = waiting.next(request('a'))
  ;(await read()).resolve(answerAt(1, 'a'))
  commit(2)
  const refused = await read()
  commit(3)
  await looked()
  await looked()
  expect(asked).toEqual([])
  refused.reject(unavailable(1))
  ;(await read()).resolve(answerAt(3, 'b'))
  expect(await first).toMatchObject({ body: 'b' })
})

test('requests for the same share each read, however they write it', async () => {
  const { waiting, asked, commit, read } = slowNetwork()
  const queries = [
    { party: ['x', 'y'], live: true },
    { live: true, party: ['y', 'x'] },
  ]
  const next = queries.map(query => waiting.next(request('a', { query })))
  for (const _ of next) (await read()).resolve(answerAt(1, 'a'))
  commit(2)
  ;(await read()).resolve(answerAt(2, 'b'))
  expect(await Promise.all(next)).toMatchObject([{ body: 'b' }, { body: 'b' }])
  expect([asked, waiting.rereads.counts]).toEqual([[], { changed: 1, unchanged: 0 }])
})

test('the client that has used least pays for a read, and none waits for the requests of another', async () => {
  const { waiting, commit, read } = slowNetwork()
  const [dear, cheap] = [accountOf('192.0.2.2'), accountOf('192.0.2.3')]
  dear.charge(50)
  const waits = [dear, cheap].map(account => waiting.next(request('a', { account })))
  for (const _ of waits) (await read()).resolve(answerAt(1, 'a'))
  await expect.poll(() => overload.accounts.held.waiting).toBe(2)
  commit(2)
  const reading = await read()
  expect([dear.held.places, cheap.held.places]).toEqual([0, 1])
  reading.resolve(answerAt(2, 'b'))
  expect(await Promise.all(waits)).toMatchObject([{ body: 'b' }, { body: 'b' }])
  expect(overload.accounts.held.places).toBe(0)
})
