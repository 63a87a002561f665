import type { Socket } from 'node:net'
import Queue from 'yocto-queue'
import { unavailable } from '../responses/problem.ts'
import { type Account, Holding } from './account.ts'
import { FairQueue } from './fair-queue.ts'

/** Time for responses before the event loop checks for new input; milliseconds. */
const SLICE = 10
/** Time of a step after which its CPU time is looked up; milliseconds. A look takes a twentieth of the time of an order. */
const SHORT = 0.25
/** Number of refusals after each slice. One costs almost as much as a small response. */
const REFUSALS = 6
/**
 * Maximum number of readings under way, and of those of one client: what PostgreSQL reads in two batches, and in one. With
 * 160 it answered no more in a second, and polite clients beside 200 hostile ones waited four times as long.
 */
const PLACES = 32
const PLACES_OF_CLIENT = 16

interface Start {
  /** Starts a reading. The place is its own until somebody ends it. */
  run(place: Holding): void
  /** Time after which it is refused instead, on the clock of `performance.now()`. */
  readonly latest?: number
  refuse?(): void
}

/**
 * A queue of requests: the client that has used least comes first, and the oldest of its requests. It shares the time
 * of the event loop. A database behind a socket reads meanwhile, a few requests of each client.
 *
 * The service computes each response synchronously. Without a queue, an overloaded event loop polls less and less
 * often, and accepts one connection each time. Requests then wait in the system, where the service cannot see their
 * number or their wait. This queue accepts requests as they arrive, which is cheap, and computes responses in time
 * slices in between.
 *
 * Refusals have a queue, too. A client may retry at once, and would take the time of responses.
 */
export class RequestQueue {
  /** What goes on, and probes. They come before the other requests of their client. */
  readonly #steps = new FairQueue<() => void>()
  /** Each takes a place. */
  readonly #starts = new FairQueue<Start>(({ held }) => held.places < PLACES_OF_CLIENT)
  readonly #refusals = new Queue<() => void>()
  #places = 0
  /** Time of the first input since the last slice; undefined without any. */
  #started: number | undefined
  #hasAccepted = false
  /** CPU time at the last look, and of the short steps since then. */
  #time = { looked: 0, since: 0 }

  /** Notes a new connection. There may be more behind it, and each turn of the event loop accepts only one. */
  accepted(): void {
    this.#wake()
    this.#hasAccepted = true
  }

  /**
   * Starts a reading at the turn of a client.
   *
   * @param isFirst true if it goes before the client's own other readings
   */
  start(account: Account, start: Start, isFirst = false): void {
    this.#wake()
    this.#starts.enqueue(account, start, isFirst)
  }

  /** Goes on at the turn of a client, before its other requests. */
  step(account: Account, run: () => void): void {
    this.#wake()
    this.#steps.enqueue(account, run)
  }

  /**
   * The turns of a client, for a reading in steps.
   *
   * @param place its place among the usual readings
   * @param socket the connection whose end makes the reading useless: then there is no further turn
   */
  turnsOf(client: Account, place?: Holding, socket?: Pick<Socket, 'destroyed'>) {
    return {
      client,
      leave: () => place?.end(),
      charged: <Result>(step: () => Result): Result => {
        const started = threadTime()
        try {
          return step()
        } finally {
          client.charge(threadTime() - started)
        }
      },
      next: async () => {
        await new Promise<void>(resolve => this.step(client, resolve))
        if (socket?.destroyed) throw unavailable(1)
      },
    }
  }

  refuse(send: () => void): void {
    this.#wake()
    this.#refusals.enqueue(send)
  }

  #wake(): void {
    if (this.#started !== undefined) return
    this.#started = performance.now()
    // The immediate runs after the event loop has read all input.
    setImmediate(this.#turn)
  }

  readonly #turn = (): void => {
    const now = performance.now()
    const intake = now - (this.#started ?? now)
    const hasAccepted = this.#hasAccepted
    this.#hasAccepted = false
    if (hasAccepted && intake < SLICE) return void setImmediate(this.#turn)
    // A flood of input must not take more time than the responses.
    this.#time = { looked: threadTime(), since: 0 }
    this.#answer(now + Math.max(SLICE, intake), now)
  }

  /** Computes responses until the slice ends. */
  #answer(ends: number, now: number): void {
    const next = now < ends ? this.#next(now) : undefined
    if (next === undefined) {
      this.#endSlice()
      return
    }
    next.run()
    // The tick runs after all pending promises, so the response is complete by then.
    queueMicrotask(() =>
      process.nextTick(() => {
        const ended = performance.now()
        next.account.charge(this.#cpuTimeOf(ended - now))
        this.#answer(ends, ended)
      }),
    )
  }

  /** Returns the CPU time of a step, from its time by the clock. A short one has lost little to other processes. */
  #cpuTimeOf(taken: number): number {
    const { looked, since } = this.#time
    if (taken < SHORT) {
      this.#time.since += taken
      return taken
    }
    this.#time = { looked: threadTime(), since: 0 }
    return Math.max(0, Math.min(taken, this.#time.looked - looked - since))
  }

  #next(now: number): { readonly account: Account; run(): void } | undefined {
    const [step, start] = this.#peek()
    if (step && !(start && start.level < step.level))
      return { account: step.account, run: this.#steps.take() }
    if (!start) return undefined
    const { account } = start
    const { run, latest = Infinity, refuse } = this.#starts.take()
    if (refuse && now > latest) return { account, run: () => this.refuse(refuse) }
    return { account, run: () => run(this.#place(account)) }
  }

  /** The clients of the next step and of the next reading, if that has a place. */
  #peek() {
    return [this.#steps.peek(), this.#places < PLACES ? this.#starts.peek() : undefined] as const
  }

  #place(account: Account): Holding {
    this.#places += 1
    return new Holding(account, 'places', () => {
      this.#places -= 1
      this.#starts.again(account)
      this.#wake()
    })
  }

  /** Sends some refusals, and lets the event loop read more. */
  #endSlice(): void {
    for (let sent = 0; sent < REFUSALS; sent += 1) this.#refusals.dequeue()?.()
    this.#started = undefined
    if (this.#refusals.size > 0 || this.#peek().some(Boolean)) this.#wake()
  }
}

/** CPU time of this thread; milliseconds. Clients do not pay for the time that other processes of the machine take. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
