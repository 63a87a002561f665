import { refuse } from './refuse.ts'
import { requestedDelay } from './requested-delay.ts'
import { later, within } from './time-limit.ts'

/**
 * All waits of a client: for its rate, for a pause that the server asks for, and before a retry.
 *
 * A new client has ten requests in flight at most, and one more for each response, so that a burst of calls does not
 * exceed a rate limit before the first response tells it. From `RateLimit-Remaining` on, it sends no more than that.
 * After a pause, it sends one request before it sends more. A server without `RateLimit-Remaining` tells its limit only
 * by a 429. Then the client spreads its requests: 32 in a time as long as the pause, half as many after each further 429,
 * and 2 % more with each response.
 *
 * @param perSecond requests per second.
 * @throws TypeError for a rate that is not above 0.
 */
export const createPace = (perSecond = Infinity) => {
  if (!(perSecond > 0)) refuse('requestsPerSecond', perSecond)
  /** Requests that wait, with their earliest time. */
  const queue = new Set<{ readonly due: number; readonly slots: number; go(): void }>()
  /** Requests in flight, and their maximum. */
  let running = 0
  let allowed = 10
  /** The earliest time of the next request: the end of a pause, or the next place in the rate. */
  let free = 0
  /** Milliseconds between two requests after a 429. */
  let spacing = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Lets requests pass while there is room, and comes back when the next one may pass. */
  const admit = () => {
    clearTimeout(timer)
    let next = Infinity
    for (const place of queue) {
      if (running >= allowed) return
      const now = performance.now()
      const wait = Math.max(free, place.due) - now
      if (wait > 0) next = Math.min(next, wait)
      else {
        running += place.slots
        free = now + Math.max(1000 / perSecond, spacing)
        queue.delete(place)
        place.go()
      }
    }
    if (next < Infinity) timer = later(admit, next)
  }

  return {
    /**
     * Resolves when the request may be sent, after `delay` milliseconds or later. Every `enter` needs a `leave`.
     *
     * @param slots 1, or 0 for a request that the server may hold: other requests must not wait for its response.
     */
    async enter(signal: AbortSignal | undefined, delay: number, slots: number) {
      signal?.throwIfAborted()
      const place = { due: performance.now() + delay, slots, go() {} }
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
    /**
     * The request has ended. If its response asks the client to wait, the whole client does.
     *
     * @returns the delay before a retry, in milliseconds; `Infinity` if the server asks for more than `maxWait`.
     */
    leave(attempt: number, response: Response | undefined, maxWait: number, slots: number) {
      running -= slots
      const left = response?.headers.get('ratelimit-remaining')
      const asked = response && (left === '0' || !response.ok) ? requestedDelay(response) : undefined
      // 0.4 s, doubling up to 6.4 s.
      const wanted = 1000 * (asked ?? Math.min(6.4, 0.2 * 2 ** attempt, maxWait / 1250))
      // Without jitter, all clients of a server would come back at the same moment.
      const delay = wanted > maxWait ? Infinity : wanted * (1 + Math.random() / 4)
      if (asked !== undefined && delay < Infinity) {
        // Of the requests in flight, the first refused one counts.
        if (!left && response?.status === 429 && allowed > 1) spacing = Math.max(2 * spacing, delay / 32)
        free = Math.max(free, performance.now() + delay)
        allowed = 1
      } else if (left) allowed = Math.max(1, Number(left))
      else if (response) {
        allowed++
        spacing *= 0.98
      }
      admit()
      return delay
    },
  }
}
