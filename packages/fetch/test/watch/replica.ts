import type { Chain, State } from './chain.ts'
import type { Clock } from './clock.ts'
import { bodyOf, type Mode, problem, tagOf } from './responses.ts'

/** The way in which a held request ends early: an error of the connection, or a 304 as at a planned shutdown. */
type Ending = 'cut' | 'drained'

/** A server of the list that may be late, and may be down. It holds requests as the contract says. */
export class Replica {
  isDown = false
  /** Delay of new blocks, in milliseconds. */
  lag = 0
  #height = 0
  #next = 0
  readonly #waiting = new Set<(ending?: Ending) => void>()
  #chain: Chain
  readonly #clock: Clock
  readonly #mode: Mode

  constructor(chain: Chain, clock: Clock, mode: Mode) {
    this.#chain = chain
    this.#clock = clock
    this.#mode = mode
  }

  /** Takes over a new block after the lag. Blocks arrive one by one. */
  receive(chain: Chain, height: number): void {
    this.#next = Math.max(this.#next + 1, this.#clock.now + this.lag)
    this.#clock.after(this.#next - this.#clock.now, () => {
      if (chain.number < this.#chain.number) return
      this.#chain = chain
      this.#height = height
      for (const wake of this.#waiting) wake()
    })
  }

  /** Starts with another history at once. */
  restart(chain: Chain): void {
    this.#chain = chain
    this.#height = 0
    for (const wake of this.#waiting) wake('drained')
  }

  stop(ending: Ending): void {
    this.isDown = true
    for (const wake of this.#waiting) wake(ending)
  }

  async respond(headers: Headers, maxWait: number): Promise<Response> {
    if (this.isDown) throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })
    if (Number(headers.get('x-min-block-height') ?? 0) > this.#height)
      return problem(503, { ...this.#headers, 'retry-after': '1' })
    const tag = headers.get('if-none-match') ?? ''
    const wait = Math.min(maxWait, Number(/^wait=(\d+)$/.exec(headers.get('prefer') ?? '')?.[1] ?? 0))
    const canHold = wait > 0 && (tag || this.#mode === 'order')
    if (canHold && tag === this.#tag) await this.#change(tag, wait * 1000)
    const applied: Record<string, string> = canHold ? { 'preference-applied': `wait=${wait}` } : {}
    const sent = { ...applied, etag: this.#tag, ...this.#headers }
    const body = bodyOf(this.#state, this.#mode)
    if (body === undefined) return problem(404, { ...applied, ...this.#headers })
    return this.#tag === tag
      ? new Response(null, { status: 304, headers: sent })
      : new Response(body, { headers: { ...sent, 'content-type': 'application/json' } })
  }

  get #state(): State {
    return this.#chain.states[this.#height]!
  }

  get #tag(): string {
    return tagOf(bodyOf(this.#state, this.#mode))
  }

  get #headers() {
    return this.#chain.headersAt(this.#height)
  }

  /** Waits until the tag is no longer that of the state. */
  #change(tag: string, ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (ending?: Ending) => {
        this.#waiting.delete(wake)
        if (ending === 'cut') reject(new TypeError('fetch failed', { cause: new Error('ECONNRESET') }))
        else resolve()
      }
      const wake = (ending?: Ending) => {
        if (ending || this.#tag !== tag) end(ending)
      }
      this.#waiting.add(wake)
      this.#clock.after(ms, end)
    })
  }
}
