import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unavailable } from '../responses/problem.ts'
import type { Head, Read } from '../responses/reply.ts'
import { type WaitingRequest, WaitingRequests } from './waiting-requests.ts'

/** Only the clock is simulated, so that looks and time-outs come in their order. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const URLS = ['/a', '/b']
const SECONDS = 5

/** A network whose responses are known at each height, and that is sometimes slow or busy. */
class Model {
  /** The tag of each URL at each height. */
  readonly #tags: ReadonlyMap<string, string>[] = [new Map(URLS.map(url => [url, `${url}0`]))]
  isBusy = false
  /** Reads that have begun, and wait for their response. */
  readonly slow: (() => void)[] = []
  isSlow = false

  get height(): number {
    return this.#tags.length - 1
  }

  tagAt(url: string, height: number | string): string {
    return this.#tags[Number(height)]?.get(url) ?? ''
  }

  head(height = this.height): Head {
    return { height: String(height), timestamp: '0', state: `s${height}` }
  }

  commit(changed: readonly string[]): void {
    const tags = new Map(this.#tags.at(-1))
    for (const url of changed) tags.set(url, `${url}${this.height + 1}`)
    this.#tags.push(tags)
  }

  readonly network = {
    answer: async (operation: { path: string }) => {
      if (this.isBusy) throw unavailable(1)
      const height = this.height
      if (this.isSlow) await new Promise<void>(resolve => void this.slow.push(resolve))
      const etag = this.tagAt(operation.path, height)
      return { body: etag, etag, block: this.head(height) }
    },
    head: async () => {
      if (this.isBusy) throw unavailable(1)
      return this.head()
    },
  }
}

interface Asked {
  readonly url: string
  readonly tag: string
  readonly least: number
  readonly since: number
  ended: number
  hasLeft: boolean
  outcome: Read | Error | undefined
  leave(): void
}

/** Requests, and what the table of decision 7 promises about each. */
class Walk {
  readonly model = new Model()
  readonly waiting = new WaitingRequests(this.model.network as never, { maxWaiting: 1000 })
  readonly account = this.waiting.overload.accounts.of({
    headers: {},
    socket: { remoteAddress: '192.0.2.1' },
  } as never)
  readonly asked: Asked[] = []

  /** @param back blocks since the client has read the response; `ahead` the blocks until the one that it asks for */
  ask(url: string, back: number, ahead: number): void {
    const { model } = this
    const least = ahead > 0 ? model.height + ahead - 1 : 0
    const tag = model.tagAt(url, Math.max(0, model.height - back))
    let leave = () => {}
    const asked: Asked = {
      ...{ url, tag, least, since: performance.now(), ended: 0, hasLeft: false, outcome: undefined },
      leave: () => {
        asked.hasLeft = true
        leave()
      },
    }
    const request = {
      ...{ operation: { operationId: url, path: url, parameters: [] }, query: {} },
      ...{ has: (etag: string) => etag === tag, account: this.account },
      leastHeight: least > 0 ? BigInt(least) : undefined,
      until: performance.now() + SECONDS * 1000,
      onGone: (forget: () => void) => {
        leave = forget
      },
    } satisfies WaitingRequest
    this.asked.push(asked)
    const settled = (outcome: Read | Error) => {
      Object.assign(asked, { outcome, ended: performance.now() })
    }
    this.waiting.next(request).then(settled, settled)
  }

  /** A response is right at its block, and no older than what the client knows. Without news, it takes the whole time. */
  #check({ url, tag, least, since, ended, hasLeft, outcome }: Asked): void {
    const { block, body, problem, etag } = outcome as Read
    if (!(outcome instanceof Error || body || hasLeft))
      expect(ended - since).toBeGreaterThanOrEqual(SECONDS * 1000)
    if (outcome instanceof Error) expect(outcome).toMatchObject({ status: 503 })
    else if (problem) expect([problem.status, Number(block.height) < least]).toEqual([503, true])
    else {
      expect(etag).toBe(this.model.tagAt(url, block.height))
      expect(body === undefined).toBe(etag === tag)
      expect(Number(block.height)).toBeGreaterThanOrEqual(least)
    }
  }

  /** With a network that responds, each waiting request has the current response, and waits no longer than allowed. */
  async settle(): Promise<void> {
    this.model.isBusy = this.model.isSlow = false
    for (let turn = 0; turn < 5; turn += 1) {
      this.respond(Infinity)
      await this.pass(25)
    }
    for (const asked of this.asked) {
      const { outcome, url, tag, least, since } = asked
      if (outcome) {
        this.#check(asked)
        continue
      }
      const { height } = this.model
      expect(height < least || tag === this.model.tagAt(url, height), `${url} ${tag} waits`).toBe(true)
      expect(performance.now() - since).toBeLessThan(SECONDS * 1000 + 200)
    }
    expect(this.waiting.overload.accounts.held.waiting).toBe(
      this.asked.filter(({ outcome }) => !outcome).length,
    )
  }

  /** Lets so many reads return, the oldest first. */
  respond(count: number): void {
    for (const respond of this.model.slow.splice(0, count)) respond()
  }

  async pass(milliseconds: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(milliseconds)
    await new Promise(setImmediate)
  }
}

const url = fc.constantFrom(...URLS)
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('ask' as const), url, back: fc.nat(2), ahead: fc.nat(2) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('commit' as const), urls: fc.subarray(URLS) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), time: fc.constantFrom(1, 25, 300, 2500) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('respond' as const), count: fc.constantFrom(1, 3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), which: fc.nat(9) }) },
  fc.record({ do: fc.constant('slow' as const), is: fc.boolean() }),
  fc.record({ do: fc.constant('busy' as const), is: fc.boolean() }),
  fc.record({ do: fc.constant('settle' as const) }),
)

test('one request, one commit: the simplest walk', async () => {
  const walk = new Walk()
  walk.ask('/a', 0, 0)
  await walk.settle()
  walk.model.commit(['/a'])
  await walk.settle()
  expect(walk.asked[0]?.outcome).toMatchObject({ body: '/a1', block: { height: '1' } })
})

test('every walk over the table keeps its promises', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 80, size: 'max' }), async actions => {
      const walk = new Walk()
      for (const step of actions) {
        if (step.do === 'ask') walk.ask(step.url, step.back, step.ahead)
        else if (step.do === 'commit') walk.model.commit(step.urls)
        else if (step.do === 'pass') await walk.pass(step.time)
        else if (step.do === 'respond') walk.respond(step.count)
        else if (step.do === 'leave') walk.asked[step.which]?.leave()
        else if (step.do === 'slow') walk.model.isSlow = step.is
        else if (step.do === 'busy') walk.model.isBusy = step.is
        else await walk.settle()
      }
      await walk.settle()
      // All idle responses are forgotten, and nothing runs any more.
      await walk.pass(SECONDS * 1000)
      await walk.settle()
      await walk.pass(2_500)
      expect([walk.waiting.overload.accounts.held.waiting, vi.getTimerCount()]).toEqual([0, 0])
    }),
    { numRuns: 200 },
  )
})
