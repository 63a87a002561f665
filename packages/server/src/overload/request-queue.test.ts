import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Account, type Holding } from './account.ts'
import { RequestQueue } from './request-queue.ts'

interface Taken {
  readonly url: string
  readonly what: 'answered' | 'refused'
  /** Milliseconds since its arrival. */
  readonly waited: number
}

/** A queue whose responses take this much time in milliseconds. Half of it comes after a promise, as with Fastify. */
function queueOf(
  maxDelay: number,
  answerTime: number,
  { refusalTime = 0, ended = (_url: string) => {} } = {},
) {
  const taken: Taken[] = []
  const queue = new RequestQueue()
  const everybody = new Account('a')
  const ask = (url: string, account = everybody) => {
    const arrived = performance.now()
    const note = (what: Taken['what']) => {
      taken.push({ url, what, waited: performance.now() - arrived })
      ended(url)
    }
    queue.start(account, {
      run: place => {
        note('answered')
        busy(answerTime / 2)
        void Promise.resolve().then(() => busy(answerTime / 2))
        place.end()
      },
      latest: arrived + maxDelay,
      refuse: () => {
        note('refused')
        busy(refusalTime)
      },
    })
  }
  const urls = (what: Taken['what']) => taken.filter(one => one.what === what).map(({ url }) => url)
  return { queue, ask, taken, urls }
}

// The clock of the test advances only during work, so the speed of the machine does not matter.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({
    user: performance.now() * 1000,
    system: 0,
  }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

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

test('who has waited too long is refused', async () => {
  const maxDelay = 60
  const { ask, taken, urls } = queueOf(maxDelay, 4)
  let asked = 0
  // More requests arrive than a turn can answer.
  for (const end = performance.now() + 400; performance.now() < end; await nextTurn()) {
    busy(1)
    for (const _ of names(40)) ask(`/${asked++}`)
  }
  await until(() => taken.length === asked)
  expect(urls('answered').length).toBeGreaterThan(maxDelay / 4)
  expect(urls('refused').length).toBeGreaterThan(urls('answered').length)
  // Without a limit, the last request would wait for seconds. A request that is answered at the limit is late by one
  // response.
  for (const { what, waited } of taken)
    if (what === 'answered') expect(waited).toBeLessThanOrEqual(maxDelay + 4)

  // The queue recovers at once.
  ask('/after')
  await until(() => taken.length === asked + 1)
  expect(taken.at(-1)).toMatchObject({ url: '/after', what: 'answered' })
})

/** Milliseconds. A refusal costs almost as much as a response, as with small pages. */
const COSTS = { read: 0.05, answer: 0.2, refusal: 0.15 }

/** The number of responses in half a second to clients that send their next request at once. */
async function responsesTo(clients: number, maxDelay: number): Promise<number> {
  const ready: string[] = names(clients)
  const { ask, urls } = queueOf(maxDelay, COSTS.answer, {
    refusalTime: COSTS.refusal,
    ended: url => void ready.push(url),
  })
  const readAll = () => {
    for (const url of ready.splice(0)) {
      busy(COSTS.read)
      ask(url)
    }
  }
  // Reading the first request of everybody does not count.
  readAll()
  const before = urls('answered').length
  for (const end = performance.now() + 500; performance.now() < end; await nextTurn()) readAll()
  const responses = urls('answered').length - before
  await until(() => ready.length === clients)
  return responses
}

test.each([20, 100])(
  'any number of clients that retry at once gets as many responses as a few, at a limit of %i ms',
  async maxDelay => {
    const peak = await responsesTo(10, maxDelay)
    expect(peak).toBeGreaterThan(0.9 * (500 / (COSTS.read + COSTS.answer)))
    for (const clients of [100, 1000, 10_000])
      expect((await responsesTo(clients, maxDelay)) / peak, `${clients} clients`).toBeGreaterThan(0.8)
  },
)

test('a client with thousands of requests delays others by one turn, and only its own are refused', async () => {
  const { ask, taken } = queueOf(100, 1)
  const hog = new Account('hog')
  const polite = new Account('polite')
  let asked = 0
  for (const end = performance.now() + 500; performance.now() < end; await nextTurn()) {
    for (const _ of names(50)) ask(`/hog/${asked++}`, hog)
    ask(`/polite/${asked}`, polite)
  }
  await until(() => taken.filter(({ url }) => url.startsWith('/hog')).length === asked)
  const of = (client: string) => taken.filter(({ url }) => url.startsWith(`/${client}`))
  expect(of('hog').filter(({ what }) => what === 'refused').length).toBeGreaterThan(asked / 2)
  expect(of('polite').length).toBeGreaterThan(10)
  // A turn of the event loop is 10 ms, and this machine may be at its end.
  for (const { what, waited } of of('polite')) expect([what, waited < 30]).toEqual(['answered', true])
})

test('a step waits for no other request of its client', async () => {
  const { queue, ask, taken, urls } = queueOf(60_000, 5)
  const order: string[] = []
  const [one, other] = [new Account('one'), new Account('other')]
  for (const url of names(20)) ask(url)
  ask('/late', one)
  queue.step(one, () => void order.push(`step after ${urls('answered').length}`))
  queue.step(other, () => void order.push('other'))
  await until(() => taken.length === 21)
  expect(order).toEqual(['step after 0', 'other'])
})

test('a client pays the CPU time of a long step, not the time that other processes take meanwhile', async () => {
  vi.mocked(process.threadCpuUsage).mockImplementation(() => ({ user: performance.now() * 100, system: 0 }))
  const queue = new RequestQueue()
  const load = async (...times: number[]) => {
    const client = new Account('a')
    let ended = 0
    for (const time of times)
      queue.step(client, () => {
        busy(time)
        ended += 1
      })
    await until(() => ended === times.length && client.load > 0)
    await nextTurn()
    return client.load
  }
  const paid = (time: number) => {
    const client = new Account('b')
    client.charge(time)
    return client.load
  }
  expect(await load(10)).toBeCloseTo(paid(1), 6)
  // Short steps have paid their time by the clock.
  expect(await load(0.1, 0.1, 10)).toBeCloseTo(paid(1.02), 5)
})

test('a client has 16 of 32 places, and each ends once', async () => {
  const { queue } = queueOf(60_000, 0)
  const under: Holding[] = []
  const start = (account: Account) => queue.start(account, { run: place => void under.push(place) })
  const hog = new Account('hog')
  for (const _ of names(200)) start(hog)
  await until(() => under.length === 16)
  await nextTurn()
  expect(hog.held.places).toBe(16)
  for (const name of names(200)) start(new Account(name))
  await until(() => under.length === 32)
  for (let ended = 0; ended < 400; ended += 1) {
    await until(() => under[ended] !== undefined)
    for (const _ of [1, 2]) under[ended]?.end()
    expect(hog.held.places).toBeLessThanOrEqual(16)
  }
  expect([under.length, hog.held.places]).toEqual([400, 0])
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
  await nextTurn()
  // A connection of an earlier turn delays nothing.
  queue.accepted()
  busy(20)
  ask('/third')
  await until(() => taken.length === 3)
  ask('/fourth')
  await nextTurn()
  expect(taken.length).toBe(4)
})
