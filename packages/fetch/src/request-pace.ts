import { later, within } from './time-limit.ts'

/** Maximum number of requests in flight. */
const MAXIMUM = 10

interface Waiting {
  readonly slots: number
  start?(): void
}

/**
 * The queue of a client. A request starts when fewer than ten are in flight, or fewer than `RateLimit-Remaining` allows,
 * and when no pause of the server is left. Retries start before other requests, so that a call that was refused once is
 * not refused again and again.
 */
export const createPace = () => {
  const retries = new Set<Waiting>()
  const others = new Set<Waiting>()
  let inFlight = 0
  let limit = MAXIMUM
  let endOfPause = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Starts the requests that may start, and comes back after a pause. */
  const admit = () => {
    clearTimeout(timer)
    for (const queue of [retries, others])
      for (const waiting of queue) {
        if (inFlight >= limit) return
        const pause = endOfPause - performance.now()
        if (pause > 0) {
          timer = later(admit, pause)
          return
        }
        inFlight += waiting.slots
        queue.delete(waiting)
        waiting.start?.()
      }
  }

  return {
    /**
     * Runs an attempt when it is its turn. A place is given back also when a callback of the attempt throws.
     *
     * @param slots 1, or 0 for a request that the server may hold: other requests must not wait for its response.
     */
    async run<T>(
      signal: AbortSignal | undefined,
      isRetry: boolean,
      slots: number,
      attempt: () => Promise<T>,
    ): Promise<T> {
      const queue = isRetry ? retries : others
      const waiting: Waiting = { slots }
      queue.add(waiting)
      admit()
      try {
        if (queue.has(waiting))
          await within(signal, () => new Promise<void>(resolve => (waiting.start = resolve)))
        return await attempt()
      } finally {
        // A request that is still in the queue has no place.
        if (!queue.delete(waiting)) inFlight -= slots
        admit()
      }
    },
    /** Follows a response: the pause that it asks for, in milliseconds, and `RateLimit-Remaining`, if it has one. */
    heed({ headers }: Response, pause: number) {
      if (pause) endOfPause = Math.max(endOfPause, performance.now() + pause)
      const remaining = Number.parseFloat(headers.get('ratelimit-remaining')!)
      limit = Math.min(MAXIMUM, Math.max(1, remaining) || MAXIMUM)
    },
  }
}
