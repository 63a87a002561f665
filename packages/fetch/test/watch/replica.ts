import type { Chain, State } from './chain.ts'
import type { Clock } from './clock.ts'

/** The way in which a held request ends early: an error of the connection, or a 304 as at a planned shutdown. */
type Ending = 'cut' | 'drained'

const unavailable = () =>
  Response.json(
    { code: 14, message: 'not yet', details: [] },
    { status: 503, headers: { 'retry-after': '1' } },
  )

/** A server of the list that may be late, and may be down. It holds requests as the contract says. */
export class Replica {
  isDown = false
  /** Delay of new blocks, in milliseconds. */
  lag = 0
  #height = 0
  #next = 0
  readonly #waiting = new Set<(ending?: Ending) => void>()
  readonly #chain: Chain
  readonly #clock: Clock

  constructor(chain: Chain, clock: Clock) {
    this.#chain = chain
    this.#clock = clock
  }

  /** Takes over a new block after the lag. Blocks arrive one by one. */
  receive(height: number): void {
    this.#next = Math.max(this.#next + 1, this.#clock.now + this.lag)
    this.#clock.after(this.#next - this.#clock.now, () => {
      this.#height = height
      for (const wake of this.#waiting) wake()
    })
  }

  stop(ending: Ending): void {
    this.isDown = true
    for (const wake of this.#waiting) wake(ending)
  }

  async respond(headers: Headers, maxWait: number): Promise<Response> {
    if (this.isDown) throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })
    if (Number(headers.get('x-min-block-height') ?? 0) > this.#height) return unavailable()
    const tag = headers.get('if-none-match')
    const wait = Math.min(maxWait, Number(/^wait=(\d+)$/.exec(headers.get('prefer') ?? '')?.[1] ?? 0))
    const applied: Record<string, string> = tag && wait ? { 'preference-applied': `wait=${wait}` } : {}
    if (tag === this.#state.etag && wait) await this.#change(tag, wait * 1000)
    const { height, etag, text } = this.#state
    const sent = { ...applied, etag, 'x-block-height': `${height}` }
    return etag === tag
      ? new Response(null, { status: 304, headers: sent })
      : new Response(text, { headers: { ...sent, 'content-type': 'application/json' } })
  }

  get #state(): State {
    return this.#chain.states[this.#height]!
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
        if (ending || this.#state.etag !== tag) end(ending)
      }
      this.#waiting.add(wake)
      this.#clock.after(ms, end)
    })
  }
}
