import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { MixedRequest, RequestMix } from './requests.ts'

const TICK_MS = 20

/** Sends a mix of requests to a server, so many a second whatever it answers. */
export class Traffic {
  /** Answers by status; `left` for requests that the client gave up itself, `lost` for those that got no answer. */
  readonly counts = new Map<string, number>()
  readonly #url: string
  readonly #mix: RequestMix
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  readonly #underWay = new Set<Promise<void>>()

  constructor(url: string, mix: RequestMix) {
    this.#url = url
    this.#mix = mix
  }

  /** Sends until the signal, and waits for what is under way then. */
  async run(perSecond: number, signal: AbortSignal): Promise<void> {
    const started = performance.now()
    let sent = 0
    while (!signal.aborted) {
      const due = ((performance.now() - started) / 1000) * perSecond
      for (; sent < due; sent += 1) {
        const one = this.#send(this.#mix.next()).finally(() => this.#underWay.delete(one))
        this.#underWay.add(one)
      }
      await wait(TICK_MS)
    }
    await Promise.all(this.#underWay)
    this.#agent.destroy()
  }

  async #send(mixed: MixedRequest): Promise<void> {
    const { method, path, headers, leavesAfter } = mixed
    const leaving = leavesAfter === undefined ? undefined : AbortSignal.timeout(leavesAfter)
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    request(this.#url + path, { method, headers, agent: this.#agent, ...(leaving && { signal: leaving }) })
      .once('error', reject)
      .once('response', answer => {
        text(answer).then(body => {
          if (answer.statusCode === 200) this.#mix.learn(mixed, body, answer.headers.etag)
          resolve(String(answer.statusCode))
        }, reject)
      })
      .end()
    const outcome = await promise.catch(() => (leaving?.aborted ? 'left' : 'lost'))
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1)
  }
}
