import type { Answer } from '../answer.ts'
import { later, within } from '../time-limit.ts'
import { TimeoutError } from '../timeout-error.ts'
import { countHeld } from './held-requests.ts'
import { canHold, fail, type Known, learn } from './known.ts'
import { replyOf, request, type Target } from './request.ts'

/** Milliseconds without a response, beyond the wait of the server, until the feed is offline. */
const SILENCE = 10_000

/** The response of a call that has been sent already, if it succeeds. */
export type First = Promise<Pick<Answer, 'data' | 'response'> | undefined> | undefined

/** Asks the service for one list or order, one request at a time, while a watch waits for news. */
export class Feed {
  known: Known = { state: 'starting', history: 0, failures: 0, lag: 0, pause: 0 }
  /** Counts the news. */
  version = 0
  /** The error that has ended the feed. */
  end: { readonly error: unknown } | undefined
  /** The number of watches. */
  watches = 0
  readonly #target: Target
  #first: First
  /** The time of the last response. */
  #askedAt = 0
  readonly #waiting = new Set<() => void>()
  #isRunning = false
  #stop: (() => void) | undefined

  constructor(target: Target, first: First) {
    this.#target = target
    this.#first = first
  }

  /**
   * Asks the service until there are news, or until the signal aborts.
   *
   * @param seen the last version that the watch has shown.
   */
  wait(signal: AbortSignal, seen: number): Promise<void> {
    return new Promise(resolve => {
      const isLate = seen < this.version
      if (this.end || (isLate && this.#isRunning)) return resolve()
      // The news are old. A plain request confirms them.
      if (isLate && this.known.state === 'current') this.known = { ...this.known, state: 'doubtful' }
      this.#waiting.add(resolve)
      signal.addEventListener('abort', () => this.#waiting.delete(resolve))
      void this.#run()
    })
  }

  /** Ends the request. */
  stop(): void {
    this.#stop?.()
  }

  async #run() {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#waiting.size > 0)
      await within(undefined, (signal, stop) => {
        this.#stop = stop
        return this.#turn(signal)
      })
    this.#isRunning = false
  }

  #become(known: Known) {
    const last = this.known
    this.known = known
    const isConfirmed = known.state === 'current' && last.state === 'current'
    if (!isConfirmed || known.snapshot !== last.snapshot) this.#wake()
  }

  #wake() {
    this.version++
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }

  /** Sends one request when it is due, and takes the response. */
  async #turn(signal: AbortSignal): Promise<void> {
    await this.#sleep(signal)
    const { state } = this.known
    const wait = state === 'current' && canHold(this.known) ? this.#target.wait : 0
    const started = performance.now()
    const ms = SILENCE + 1000 * wait
    const error = new TimeoutError(this.#target.source.operationId, ms)
    const silence = later(() => this.#become(fail(this.known, 'silent', { error })), ms)
    const release = wait ? countHeld() : undefined
    const reply = await this.#ask(wait, signal)
    clearTimeout(silence)
    release?.()
    if (signal.aborted) return
    this.#askedAt = performance.now()
    const sent = { wait, duration: this.#askedAt - started }
    // A proxy may have refused a request because it waits. The next one decides.
    if (!reply.isFinal || state === 'current')
      return this.#become(learn(this.known, reply, this.#target, sent))
    this.end = { error: reply.error }
    this.#wake()
  }

  async #ask(wait: number, signal: AbortSignal) {
    const first = await this.#first
    this.#first = undefined
    if (first) return replyOf(first.response.headers, undefined, { data: first.data })
    return request(this.#target, this.known, wait, signal)
  }

  /** Waits until the next request is due, unless the signal aborts: then it never resolves. */
  #sleep(signal: AbortSignal) {
    return new Promise<void>(resolve => {
      const timer = later(resolve, Math.max(0, this.#askedAt + this.known.pause - performance.now()))
      signal.addEventListener('abort', () => clearTimeout(timer))
    })
  }
}
