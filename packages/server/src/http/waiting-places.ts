import type { Refused } from '../overload/refused.ts'
import { Shares } from '../overload/shares.ts'
import { unavailable } from '../responses/problem.ts'

/** Seconds until a client may retry if too many requests wait. */
const RETRY_AFTER_SECONDS = 2

export interface Holder {
  /** The client, as the overload limits know it. */
  readonly client: string
  /** Its connection. Responses of HTTP/1.1 come in order, so only one request of a connection can wait. */
  readonly connection: object
  /** Time of the request, on the clock of `performance.now()`: reads may end in another order. */
  readonly started: number
  /** End of the wait, on the same clock. */
  readonly until: number
  /** Calls back when the client has disconnected. */
  onGone(forget: () => void): void
}

/** The limited number of waiting requests. If it is reached, the client with the most of them gives way. */
export class WaitingPlaces {
  readonly #max: number
  readonly #refused: Refused
  /** The functions that end a wait as at its time-out. */
  readonly #shares = new Shares<() => void>()
  readonly #byConnection = new Map<object, { readonly started: number; giveWay(): void }>()

  constructor(max: number, refused: Refused) {
    this.#max = max
    this.#refused = refused
  }

  get count(): number {
    return this.#shares.size
  }

  /**
   * Holds a request until it is settled, until its time is up, or until it has to give way. Returns its outcome, and the
   * function that settles it.
   *
   * @param end returns the outcome at the end of the time
   * @param left called once when the wait is over
   * @throws Problem 503 if too many requests wait, and no client holds more than this one
   */
  hold<Outcome>(holder: Holder, end: () => Outcome, left: () => void) {
    const { client, connection, started, until, onGone } = holder
    const other = this.#byConnection.get(connection)
    const isLatest = !other || other.started <= started
    if (isLatest) other?.giveWay()
    if (this.#shares.size >= this.#max) this.#makeRoom(client)
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const giveWay = () => settle(end())
    const timer = setTimeout(giveWay, isLatest ? Math.max(0, until - performance.now()) : 0)
    const settle = (outcome: Outcome | PromiseLike<never>) => {
      if (!this.#shares.delete(client, giveWay)) return
      if (this.#byConnection.get(connection)?.giveWay === giveWay) this.#byConnection.delete(connection)
      clearTimeout(timer)
      left()
      resolve(outcome)
    }
    this.#shares.add(client, giveWay)
    if (isLatest) this.#byConnection.set(connection, { started, giveWay })
    onGone(giveWay)
    return { outcome: promise, settle }
  }

  #makeRoom(client: string): void {
    this.#refused.waiting += 1
    const oldest = this.#shares.oldestOfLargest(client)
    if (!oldest) throw unavailable(RETRY_AFTER_SECONDS)
    oldest()
  }
}
