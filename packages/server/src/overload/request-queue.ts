import type { Account, Exchange, Holding } from './account.ts'
import type { Refusal } from './refusal.ts'
import { RefusalQueue, threadTime } from './refusal-queue.ts'
import { type Start, type Step, WaitingWork } from './waiting-work.ts'

/** Time for responses before the event loop checks for new input; milliseconds. */
const SLICE = 10

/**
 * A queue of requests: the client that has used least comes first, and the oldest of its requests. It shares the time
 * of the event loop. A database behind a socket reads meanwhile, a few requests of each client.
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
  readonly #work = new WaitingWork(() => void this.#startTurn())
  readonly #refused = new RefusalQueue()
  /** Time of the first request or connection in this turn of the event loop; undefined before. */
  #turnStarted: number | undefined
  /** Start of the period in which each turn has brought a connection, and a flag for this turn. */
  #intakeStarted: number | undefined
  #hasAccepted = false
  #isAnswering = false

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
   * @param isFirst true if it goes before the other requests of its client, and reads nothing
   */
  take(exchange: Exchange, answer: () => void, isFirst = false): void {
    const { account, request } = exchange
    // A client that has disconnected needs no response.
    const run = () => (request.socket.destroyed ? undefined : answer())
    if (isFirst) {
      this.#work.step(account, { run })
      return
    }
    const refuse = () => this.refuse(exchange, this.#tooLate)
    this.#work.start(account, {
      refusal: { after: performance.now() + this.#maxDelay, refuse },
      run: place => {
        exchange.place = place
        run()
        return exchange.reading
      },
    })
  }

  /**
   * Reads at the turn of a client, before its other requests and with a place of its own.
   *
   * @param charged told the time of the first step in milliseconds
   */
  read(
    account: Account,
    reading: (place: Holding) => Promise<void>,
    charged?: Step['charged'],
  ): Promise<void> {
    return new Promise(resolve => {
      const run: Start['run'] = place => {
        const ended = reading(place)
        resolve(ended)
        return ended
      }
      this.#work.start(account, { run, charged }, true)
    })
  }

  /** Waits for a further turn of a client: for the next step of its response, or for what its waiting requests get. */
  turn(account: Account, charged?: Step['charged']): Promise<void> {
    return new Promise(resolve => this.#work.step(account, { run: resolve, charged }))
  }

  /**
   * The turns of a client, for a reading in steps.
   *
   * @param place its place among the usual readings
   * @param charged told each charge in milliseconds
   */
  turnsOf(client: Account, place?: Holding, charged?: Step['charged']) {
    return {
      client,
      leave: () => place?.end(),
      next: () => this.turn(client, charged),
      charge: (time: number) => {
        client.charge(time)
        charged?.(time)
      },
    }
  }

  refuse(exchange: Exchange, refusal: Refusal): void {
    this.#startTurn()
    this.#refused.add(exchange, refusal)
  }

  #startTurn(now = performance.now()): number {
    // What comes during a slice belongs to the next turn, which its end starts.
    if (this.#isAnswering) return now
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
    this.#isAnswering = true
    this.#answerSlice(ends, this.#cpuTime())
  }

  /**
   * Answers queued requests until the slice ends.
   *
   * @param cpuStarted CPU time at its start
   */
  #answerSlice(ends: number, cpuStarted: number): void {
    const now = performance.now()
    const next = now < ends ? this.#work.next(now) : undefined
    if (next === undefined) {
      this.#endSlice(cpuStarted)
      return
    }
    const { account, charged } = next
    next.run()
    // The tick runs after all pending promises, so the response is complete by then.
    queueMicrotask(() =>
      process.nextTick(() => {
        const time = performance.now() - now
        account.charge(time)
        charged?.(time)
        next.end?.()
        this.#answerSlice(ends, cpuStarted)
      }),
    )
  }

  /** Refuses some requests, and then lets the event loop read more. */
  #endSlice(cpuStarted: number): void {
    this.#refused.work(this.#cpuTime, cpuStarted, this.#work.hasNext)
    this.#isAnswering = false
    if (this.#work.hasNext || this.#refused.size > 0) this.#startTurn()
  }
}
