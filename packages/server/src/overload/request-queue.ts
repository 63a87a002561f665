import type { IncomingMessage, ServerResponse } from 'node:http'
import Queue from 'yocto-queue'
import type { ClientOf } from './clients.ts'
import { FairQueue } from './fair-queue.ts'

/** Health checks and metrics. They must get a response even when the service is overloaded. */
export const SPARED: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics'])

/** Time for responses before the event loop checks for new input; milliseconds. */
const SLICE = 10
/** CPU time for refusals while requests wait for a response, as a share of the CPU time for responses. */
const REFUSAL_SHARE = 0.08
/** CPU time for refusals in a turn of the event loop when no request waits for a response; milliseconds. */
const FREE_REFUSALS = 1
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
 * A queue of waiting requests: each client in turn, and the oldest of its requests first.
 *
 * The service computes each response synchronously. Without a queue, an overloaded event loop polls less and less
 * often, and accepts one connection each time. Requests then wait in the system, where the service cannot see their
 * number or their wait. This queue accepts requests as they arrive, which is cheap, and computes responses in time
 * slices in between. So spared requests stay fast.
 *
 * A request that has waited too long at its turn is refused. A refusal costs almost as much as a small response,
 * and a client may retry at once. So refusals have a queue too, and a small share of the time. Until its refusal, the
 * connection is not read, and its client cannot send more.
 */
export class RequestQueue {
  readonly #maxDelay: number
  readonly #answer: Take
  readonly #refuse: Take
  readonly #clientOf: ClientOf
  readonly #cpuTime: () => number
  readonly #waiting = new FairQueue<Waiting>()
  readonly #refused = new Queue<Waiting>()
  /** CPU time that refusals may still take, in milliseconds. */
  #refusalTime = 0
  /** Time of the first request or connection in this turn of the event loop; undefined before. */
  #turnStarted: number | undefined
  /** Number of requests of this turn that skipped the queue. */
  #direct = 0
  /** Start of the period in which each turn has brought a connection, and a flag for this turn. */
  #intakeStarted: number | undefined
  #hasAccepted = false

  /**
   * @param maxDelay how long a request may wait for its turn, in milliseconds
   * @param cpuTime the CPU time of this thread so far, in milliseconds. On a busy machine other processes take most of
   *   the time of a slice, and the responses would get too little of it.
   */
  constructor(maxDelay: number, answer: Take, refuse: Take, clientOf: ClientOf, cpuTime = threadTime) {
    this.#maxDelay = maxDelay
    this.#clientOf = clientOf
    this.#answer = answer
    this.#refuse = refuse
    this.#cpuTime = cpuTime
  }

  /** Notes a new connection. There may be more behind it, and each turn accepts only one. */
  accepted(): void {
    this.#intakeStarted ??= this.#startTurn()
    this.#hasAccepted = true
  }

  /** Answers a request now or later, or refuses it later. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const since = performance.now()
    const started = this.#startTurn(since)
    const isFree = this.#waiting.size === 0 && this.#intakeStarted === undefined
    if (isFree && since - started < SLICE && this.#direct < MAX_DIRECT) {
      this.#direct += 1
      this.#answer(request, response)
    } else if (isSpared(request)) {
      this.#answer(request, response)
    } else {
      this.#waiting.enqueue(this.#clientOf(request), { request, response, since })
    }
  }

  #refuseLater(waiting: Waiting): void {
    // A client that pipelines could fill the memory with requests.
    waiting.request.socket.pause()
    this.#refused.enqueue(waiting)
  }

  #startTurn(now = performance.now()): number {
    // The immediate runs after the turn has read all input.
    if (this.#turnStarted === undefined) setImmediate(this.#endTurn)
    this.#turnStarted ??= now
    return this.#turnStarted
  }

  readonly #endTurn = (): void => {
    const now = performance.now()
    const intake = now - (this.#intakeStarted ?? this.#turnStarted ?? now)
    const isIntake = this.#hasAccepted && intake < SLICE
    this.#hasAccepted = false
    this.#direct = 0
    this.#turnStarted = undefined
    if (isIntake) {
      this.#startTurn(now)
      return
    }
    this.#intakeStarted = undefined
    // A flood of input must not take more time than the responses.
    const ends = now + Math.max(SLICE, intake)
    this.#answerSlice(ends, this.#cpuTime())
  }

  /**
   * Answers queued requests until the slice ends.
   *
   * @param cpuStarted CPU time at its start
   */
  #answerSlice(ends: number, cpuStarted: number): void {
    const now = performance.now()
    const next = now < ends ? this.#waiting.dequeue() : undefined
    if (next === undefined) {
      this.#endSlice(cpuStarted)
      return
    }
    if (now - next.since > this.#maxDelay) this.#refuseLater(next)
    // A client that has disconnected needs no response.
    else if (!next.request.socket.destroyed) this.#answer(next.request, next.response)
    // The tick runs after all pending promises, so the response is complete by then.
    queueMicrotask(() => process.nextTick(() => this.#answerSlice(ends, cpuStarted)))
  }

  /** Refuses some requests, and then lets the event loop read more. */
  #endSlice(cpuStarted: number): void {
    const isBusy = this.#waiting.size > 0
    const cpu = this.#cpuTime()
    this.#refusalTime = isBusy ? this.#refusalTime + REFUSAL_SHARE * (cpu - cpuStarted) : FREE_REFUSALS
    this.#refuseUntil(cpu + this.#refusalTime)
    if (isBusy || this.#refused.size > 0) this.#startTurn()
  }

  #refuseUntil(end: number): void {
    let now = this.#cpuTime()
    for (; now < end; now = this.#cpuTime()) {
      const next = this.#refused.dequeue()
      // Nobody saves up time for a flood that comes later.
      if (next === undefined) break
      const { request, response } = next
      request.socket.resume()
      if (!request.socket.destroyed) this.#refuse(request, response)
    }
    this.#refusalTime = this.#refused.size > 0 ? end - now : 0
  }
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function isSpared({ url = '' }: IncomingMessage): boolean {
  return SPARED.has(url.split('?', 1)[0] as string)
}
