import Queue from 'yocto-queue'
import type { Account, Exchange } from './account.ts'
import { FairQueue } from './fair-queue.ts'
import type { Refusal } from './refusal.ts'

/** Time for responses before the event loop checks for new input; milliseconds. */
const SLICE = 10
/** CPU time for refusals while requests wait for a response, as a share of the CPU time for responses. */
const REFUSAL_SHARE = 0.08
/** CPU time for refusals in a turn of the event loop when no request waits for a response; milliseconds. */
const FREE_REFUSALS = 1

interface Turn {
  /** Arrival time, on the clock of `performance.now()`. */
  readonly since: number
  /** The request of this turn; absent for a further step, which is never refused. */
  readonly exchange?: Exchange
  run(): void
}

/**
 * A queue of requests: each client in turn, and the oldest of its requests first. It shares the time of the event loop.
 *
 * The service computes each response synchronously. Without a queue, an overloaded event loop polls less and less
 * often, and accepts one connection each time. Requests then wait in the system, where the service cannot see their
 * number or their wait. This queue accepts requests as they arrive, which is cheap, and computes responses in time
 * slices in between.
 *
 * A request that has waited too long at its turn is refused. A refusal costs almost as much as a small response,
 * and a client may retry at once. So refusals have a queue too, and a small share of the time. Until its refusal, the
 * connection is not read, and its client cannot send more.
 */
export class RequestQueue {
  readonly #maxDelay: number
  readonly #tooLate: Refusal
  readonly #cpuTime: () => number
  readonly #waiting = new FairQueue<Turn>()
  readonly #refused = new Queue<readonly [exchange: Exchange, refusal: Refusal]>()
  /** CPU time that refusals may still take, in milliseconds. */
  #refusalTime = 0
  /** Time of the first request or connection in this turn of the event loop; undefined before. */
  #turnStarted: number | undefined
  /** Start of the period in which each turn has brought a connection, and a flag for this turn. */
  #intakeStarted: number | undefined
  #hasAccepted = false

  /**
   * @param maxDelay how long a request may wait for its turn, in milliseconds
   * @param tooLate refuses a request that has waited longer
   * @param cpuTime the CPU time of this thread so far, in milliseconds. On a busy machine other processes take most of
   *   the time of a slice, and the responses would get too little of it.
   */
  constructor(maxDelay: number, tooLate: Refusal, cpuTime = threadTime) {
    this.#maxDelay = maxDelay
    this.#tooLate = tooLate
    this.#cpuTime = cpuTime
  }

  /** Notes a new connection. There may be more behind it, and each turn accepts only one. */
  accepted(): void {
    this.#intakeStarted ??= this.#startTurn()
    this.#hasAccepted = true
  }

  /**
   * Answers a request at the turn of its client, or refuses it.
   *
   * @param isFirst true if it goes before the other requests of its client
   */
  take(exchange: Exchange, answer: () => void, isFirst = false): void {
    this.#enqueue(exchange.account, { since: performance.now(), exchange, run: answer }, isFirst)
  }

  /** Waits for a further turn of a client: for the next step of its response, or for a read for its waiting requests. */
  turn(account: Account): Promise<void> {
    return new Promise(resolve => this.#enqueue(account, { since: performance.now(), run: resolve }))
  }

  /** The turns of a client, for a read in steps. */
  turnsOf(account: Account) {
    return { client: account, next: () => this.turn(account) }
  }

  refuse(exchange: Exchange, refusal: Refusal): void {
    this.#startTurn()
    exchange.request.socket.pause()
    this.#refused.enqueue([exchange, refusal])
  }

  #enqueue(account: Account, turn: Turn, isFirst = false): void {
    this.#startTurn()
    this.#waiting.enqueue(account, turn, isFirst)
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
    const { exchange, since, run } = next.item
    if (exchange && now - since > this.#maxDelay) this.refuse(exchange, this.#tooLate)
    // A client that has disconnected needs no response.
    else if (!exchange?.request.socket.destroyed) run()
    // The tick runs after all pending promises, so the response is complete by then.
    queueMicrotask(() =>
      process.nextTick(() => {
        next.account.charge(performance.now() - now)
        this.#answerSlice(ends, cpuStarted)
      }),
    )
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
      const [{ request, response }, refusal] = next
      request.socket.resume()
      if (!request.socket.destroyed) refusal(request, response)
    }
    this.#refusalTime = this.#refused.size > 0 ? end - now : 0
  }
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
