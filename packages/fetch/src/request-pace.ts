import { refuse } from './refuse.ts'
import { requestedDelay } from './requested-delay.ts'
import { later, within } from './time-limit.ts'

/** Decides when a client may send its next request. */
export interface RequestPace {
  /**
   * Resolves when the request may be sent; rejects with the signal's reason. Every `enter` needs a `leave`.
   *
   * @param delay milliseconds to wait before that.
   * @param slots 1, or 0 for a request that the server may hold: other requests must not wait for its response.
   */
  enter(signal: AbortSignal | undefined, delay: number, slots: number): Promise<void>
  /**
   * The request has ended. If its response asks the client to wait, the whole client does.
   *
   * @param maxWait maximum delay in milliseconds.
   * @param slots as in `enter`.
   * @returns the delay before a retry, in milliseconds; `Infinity` if the server asks for more than the maximum, which
   * nobody waits for.
   */
  leave(attempt: number, response: Response | undefined, maxWait: number, slots: number): number
}

/**
 * Spaces requests evenly, and learns from the responses how many the server takes.
 *
 * A new client has ten requests in flight at most, and one more for each response, so that a burst of calls does not
 * exceed a rate limit before the first response tells it. From `RateLimit-Remaining` on, it sends no more than that.
 * During a pause it sends nothing; after it, it sends one request before it sends more.
 *
 * All waits of a client are here: for its rate, for a pause, and before a retry.
 *
 * @param perSecond requests per second.
 * @throws TypeError for a rate that is not above 0.
 */
export const createPace = (perSecond = Infinity): RequestPace => {
  if (!(perSecond > 0)) refuse('requestsPerSecond', perSecond)
  /** Requests that wait, with their earliest time. */
  const queue = new Set<{ readonly due: number; readonly slots: number; go(): void }>()
  let room = 10
  let running = 0
  let free = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Lets requests pass while there is room, and comes back when the next one may pass. */
  const admit = () => {
    clearTimeout(timer)
    let next = Infinity
    for (const place of queue) {
      if (room < 1) return
      const now = performance.now()
      const wait = Math.max(free, place.due) - now
      if (wait > 0) next = Math.min(next, wait)
      else {
        room -= place.slots
        running += place.slots
        free = now + 1000 / perSecond
        queue.delete(place)
        place.go()
      }
    }
    if (next < Infinity) timer = later(admit, next)
  }

  return {
    async enter(signal, delay, slots) {
      signal?.throwIfAborted()
      const place = { due: delay && performance.now() + delay, slots, go() {} }
      queue.add(place)
      admit()
      // A promise of `within` would cost every call as much as the rest of this file.
      if (queue.has(place))
        try {
          await within(signal, () => new Promise<void>(resolve => (place.go = resolve)))
        } finally {
          // An aborted call gives its place back.
          if (queue.delete(place)) admit()
        }
    },
    leave(attempt, response, maxWait, slots) {
      running -= slots
      const left = response?.headers.get('ratelimit-remaining')
      room = left ? +left - running : room + slots + +!!response
      const asked = response && (left === '0' || !response.ok) ? requestedDelay(response) : undefined
      // 0.4 s, doubling up to 6.4 s.
      const wanted = 1000 * (asked ?? Math.min(6.4, 0.2 * 2 ** attempt, maxWait / 1250))
      // Without jitter, all clients of a server would come back at the same moment.
      const delay = wanted > maxWait ? Infinity : wanted * (1 + Math.random() / 4)
      if (asked !== undefined && delay < Infinity) {
        free = Math.max(free, performance.now() + delay)
        room = 1 - running
      }
      // Without a request in flight no response would ever make room.
      if (!running && room < 1) room = 1
      admit()
      return delay
    },
  }
}
