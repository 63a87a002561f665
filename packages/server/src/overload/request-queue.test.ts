import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestQueue } from './request-queue.ts'

interface Taken {
  readonly url: string
  readonly what: 'answered' | 'refused'
  /** Milliseconds since its arrival. */
  readonly waited: number
}

/**
 * A queue whose responses take this much processor time in milliseconds. Half of it comes after a promise, as with
 * Fastify.
 */
function queueOf(maxDelay: number, answerTime: number) {
  const taken: Taken[] = []
  const arrivals = new Map<string, number>()
  const note = (what: Taken['what'], { url = '' }: IncomingMessage) =>
    taken.push({ url, what, waited: performance.now() - (arrivals.get(url) ?? 0) })
  const queue = new RequestQueue(
    maxDelay,
    request => {
      note('answered', request)
      busy(answerTime / 2)
      void Promise.resolve().then(() => busy(answerTime / 2))
    },
    request => note('refused', request),
  )
  const ask = (url: string, socket = { destroyed: false }) => {
    arrivals.set(url, performance.now())
    queue.take({ url, socket } as IncomingMessage, {} as ServerResponse)
  }
  const urls = (what: Taken['what']) => taken.filter(one => one.what === what).map(({ url }) => url)
  return { queue, ask, taken, urls }
}

// The clock of the test advances only during work, so the speed of the machine does not matter.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function busy(milliseconds: number): void {
  vi.advanceTimersByTime(milliseconds)
}

/** Waits for turns of the event loop until the condition holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await nextTurn()
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`)

test('a burst that is worked off in time is answered whole, in the order it came', async () => {
  const { ask, taken, urls } = queueOf(60_000, 2)
  for (const url of names(64)) ask(url)
  await until(() => taken.length === 64)
  expect(urls('answered')).toEqual(names(64))
})

test('the event loop goes on while requests wait', async () => {
  const { ask, taken } = queueOf(60_000, 5)
  for (const url of names(40)) ask(url)
  await nextTurn()
  expect(taken.length).toBeLessThan(40)
  await until(() => taken.length === 40)
})

test('who has waited too long is refused, and who would is refused at once', async () => {
  const maxDelay = 60
  const { ask, taken, urls } = queueOf(maxDelay, 4)
  let asked = 0
  // Ten requests arrive in the time of one response.
  for (const end = performance.now() + 400; performance.now() < end; await nextTurn()) {
    busy(1)
    for (const _ of names(10)) ask(`/${asked++}`)
  }
  await until(() => taken.length === asked)
  expect(urls('answered').length).toBeGreaterThan(maxDelay / 4)
  expect(urls('refused').length).toBeGreaterThan(urls('answered').length)
  // Without a limit, the last request would wait for seconds. A request that is answered at the limit is late by one
  // response.
  for (const { what, waited } of taken) if (what === 'answered') expect(waited).toBeLessThan(3 * maxDelay)
  expect(taken.some(({ what, waited }) => what === 'refused' && waited < 1)).toBe(true)

  // The queue recovers at once.
  ask('/after')
  expect(taken.at(-1)).toMatchObject({ url: '/after', what: 'answered' })
})

test.each(['/health', '/ready', '/metrics?x=1'])('%s waits for nobody', async url => {
  const { ask, taken } = queueOf(60_000, 5)
  for (const other of names(20)) ask(other)
  const before = taken.length
  ask(url)
  expect(taken[before]).toMatchObject({ url, what: 'answered' })
  await until(() => taken.length === 21)
})

test('nothing is computed for a client that has gone', async () => {
  const { ask, taken, urls } = queueOf(60_000, 5)
  for (const url of names(20)) ask(url)
  const socket = { destroyed: false }
  ask('/gone', socket)
  ask('/last')
  socket.destroyed = true
  await until(() => urls('answered').includes('/last'))
  expect(taken.map(({ url }) => url)).not.toContain('/gone')
})

test('while connections come, they are all taken in before anybody is answered', async () => {
  const { queue, ask, taken } = queueOf(60_000, 0)
  queue.accepted()
  ask('/first')
  expect(taken).toEqual([])
  await until(() => taken.length === 1)
  // A flood of them delays other requests only briefly.
  const accept = () => {
    queue.accepted()
    busy(1)
    if (taken.length < 2) setImmediate(accept)
  }
  accept()
  ask('/second')
  await until(() => taken.length === 2)
})
