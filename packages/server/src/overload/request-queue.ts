import type { IncomingMessage, ServerResponse } from 'node:http'
import Queue from 'yocto-queue'

/** Health checks and metrics. They must get a response even when the service is overloaded. */
export const SPARED: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics'])

/** Maximum time for responses before the event loop checks for new input; milliseconds. */
const SLICE = 10
/** Maximum number of requests per turn of the event loop that skip the queue, if the queue is empty. */
const MAX_DIRECT = 100

interface Waiting {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Arrival time, on the clock of `performance.now()`. */
  readonly since: number
}

type Take = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A queue of waiting requests, the oldest first.
 *
 * The service computes each response synchronously. Without a queue, an overloaded event loop polls less and less
 * often, and accepts one connection each time. Requests then wait in the system, where the service cannot see their
 * number or their wait. This queue accepts requests as they arrive, which is cheap, and computes responses in time
 * slices in between. It refuses a request that has waited too long, or that would. So refusals and spared requests
 * stay fast.
 */
export class RequestQueue {
  readonly #maxDelay: number
  readonly #answer: Take
  readonly #refuse: Take
  readonly #waiting = new Queue<Waiting>()
  /** Moving average of the time per response, in milliseconds. */
  #meanTime = 0
  /** Time of the first request or connection in this turn of the event loop; undefined before. */
  #turnStarted: number | undefined
  /** Number of requests of this turn that skipped the queue. */
  #direct = 0
  /** Start of the period in which each turn has brought a connection, and a flag for this turn. */
  #intakeStarted: number | undefined
  #hasAccepted = false

  /** @param maxDelay how long a request may wait for its turn, in milliseconds */
  constructor(maxDelay: number, answer: Take, refuse: Take) {
    this.#maxDelay = maxDelay
    this.#answer = answer
    this.#refuse = refuse
  }

  /** Notes a new connection. There may be more behind it, and each turn accepts only one. */
  accepted(): void {
    this.#intakeStarted ??= this.#startTurn()
    this.#hasAccepted = true
  }

  /** Answers a request now or later, or refuses it. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const since = performance.now()
    const started = this.#startTurn(since)
    const isFree = this.#waiting.size === 0 && this.#intakeStarted === undefined
    if (isFree && since - started < SLICE && this.#direct < MAX_DIRECT) {
      this.#direct += 1
      this.#answer(request, response)
    } else if (isSpared(request)) {
      this.#answer(request, response)
    } else if (this.#isTooLong(since)) {
      this.#refuse(request, response)
    } else {
      this.#waiting.enqueue({ request, response, since })
    }
  }

  /**
   * Returns true if a new request would wait too long. The estimate alone could refuse requests after one slow
   * response, so the oldest waiting request must also have waited for half of the limit.
   */
  #isTooLong(now: number): boolean {
    const oldest = this.#waiting.peek()
    if (oldest === undefined || now - oldest.since < this.#maxDelay / 2) return false
    return this.#waiting.size * this.#meanTime > this.#maxDelay
  }

  #startTurn(now = performance.now()): number {
    // The immediate runs after the turn has read all input.
    if (this.#turnStarted === undefined) setImmediate(this.#endTurn)
    this.#turnStarted ??= now
    return this.#turnStarted
  }

  readonly #endTurn = (): void => {
    const now = performance.now()
    const isIntake = this.#hasAccepted && now - (this.#intakeStarted ?? now) < SLICE
    this.#hasAccepted = false
    this.#direct = 0
    this.#turnStarted = undefined
    if (isIntake) {
      this.#startTurn(now)
      return
    }
    this.#intakeStarted = undefined
    if (this.#waiting.size > 0) this.#answerSlice(now, 0)
  }

  /** Answers queued requests until the slice ends. */
  #answerSlice(started: number, answered: number): void {
    const now = performance.now()
    const next = now - started < SLICE ? this.#waiting.dequeue() : undefined
    if (next === undefined) {
      if (answered > 0) this.#meanTime += ((now - started) / answered - this.#meanTime) / 4
      if (this.#waiting.size > 0) this.#startTurn(now)
      return
    }
    const { request, response, since } = next
    let more = 0
    if (now - since > this.#maxDelay) this.#refuse(request, response)
    // A client that has disconnected needs no response.
    else if (!request.socket.destroyed) {
      this.#answer(request, response)
      more = 1
    }
    // The tick runs after all pending promises, so the response is complete by then.
    queueMicrotask(() => process.nextTick(() => this.#answerSlice(started, answered + more)))
  }
}

function isSpared({ url = '' }: IncomingMessage): boolean {
  return SPARED.has(url.split('?', 1)[0] as string)
}
