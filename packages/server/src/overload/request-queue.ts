import type { IncomingMessage, ServerResponse } from 'node:http'
import Queue from 'yocto-queue'

/** What those ask who watch over the service: they must get an answer above all when it is overloaded. */
export const SPARED: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics'])

/** How long requests are answered before the event loop sees what else has come; milliseconds. */
const SLICE = 10
/** As many requests are answered in a turn of the event loop without having waited, where none waits. */
const MAX_DIRECT = 100

interface Waiting {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** When it came, on the clock of `performance.now()`. */
  readonly since: number
}

type Take = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Requests that wait for their turn, the oldest first.
 *
 * Answers are computed at once, so that by itself an event loop with too much to do looks up ever more rarely, and accepts
 * one connection each time: requests queue in the system, where nobody knows how many there are and how long they have
 * waited. Here they are taken in as they come, which costs little; answers are given for a slice of time in between; and
 * who has waited too long, or would, is refused. The loop stays quick for all else: refusals, and whoever is spared.
 */
export class RequestQueue {
  readonly #maxDelay: number
  readonly #answer: Take
  readonly #refuse: Take
  readonly #waiting = new Queue<Waiting>()
  /** Milliseconds that an answer takes, lately. */
  #meanTime = 0
  /** When the present turn of the event loop brought its first request or connection; undefined before. */
  #turnStarted: number | undefined
  /** How many requests were answered in this turn as they came. */
  #direct = 0
  /** Since when each turn has brought a connection, and whether this one has. */
  #intakeStarted: number | undefined
  #hasAccepted = false

  /** @param maxDelay how long a request may wait for its turn, in milliseconds */
  constructor(maxDelay: number, answer: Take, refuse: Take) {
    this.#maxDelay = maxDelay
    this.#answer = answer
    this.#refuse = refuse
  }

  /** Is told of each new connection: behind one there may be more, which only another turn brings. */
  accepted(): void {
    this.#intakeStarted ??= this.#startTurn()
    this.#hasAccepted = true
  }

  /** Has a request answered, now or when it is its turn, or refused. */
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

  /** Whether who comes now would wait too long: by the look of it, and since others do wait, not by a moment's guess. */
  #isTooLong(now: number): boolean {
    const oldest = this.#waiting.peek()
    if (oldest === undefined || now - oldest.since < this.#maxDelay / 2) return false
    return this.#waiting.size * this.#meanTime > this.#maxDelay
  }

  #startTurn(now = performance.now()): number {
    // An immediate comes when all that was there has been taken in.
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

  /** Answers one request after the other until the slice is over. */
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
    // Who has gone meanwhile is not worth an answer.
    else if (!request.socket.destroyed) {
      this.#answer(request, response)
      more = 1
    }
    // A tick comes when no promise is left to go on with, hence not before the answer is complete.
    queueMicrotask(() => process.nextTick(() => this.#answerSlice(started, answered + more)))
  }
}

function isSpared({ url = '' }: IncomingMessage): boolean {
  return SPARED.has(url.split('?', 1)[0] as string)
}
