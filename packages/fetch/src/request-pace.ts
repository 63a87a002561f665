import type { Settings } from './settings.ts'
import { TimeoutError, within } from './time-limit.ts'

/** Maximum number of requests in flight. */
const MAXIMUM = 10

/** The place of one attempt in the queue. */
interface Turn {
  /** 1, or 0 for a request that the server may hold: other requests must not wait for its response. */
  readonly slots: number
  /** The `authorization` of the request: a pause of the rate limit is for that user only. */
  readonly user: string | null
  /** Milliseconds before a retry; `undefined` for a first attempt. */
  readonly delay: number | undefined
}

interface Waiting extends Turn {
  readonly due: number
  readonly maxWait: number
  wake?(): void
}

const limitOf = (headers: Headers) =>
  Math.min(MAXIMUM, Math.max(1, Number.parseFloat(headers.get('ratelimit-remaining')!)) || MAXIMUM)

const untilWoken = (waiting: Waiting) => () => new Promise<void>(resolve => (waiting.wake = resolve))

/**
 * The queue of a client, where an attempt waits for its own delay, for the end of the pause of its user, and for a place.
 * It gets one when fewer than ten requests are in flight, or fewer than `RateLimit-Remaining` allows. Retries start before
 * other requests, so that a call that was refused once is not refused again and again.
 */
export const createPace = () => {
  const retries = new Set<Waiting>()
  const others = new Set<Waiting>()
  /** The end of the pause of each user. */
  const pauses = new Map<string | null, number>()
  let inFlight = 0
  let limit = MAXIMUM
  let starts = 0

  let timer: ReturnType<typeof setTimeout> | undefined

  /** Milliseconds until an attempt may start, if it gets a place. */
  const delayOf = ({ user, due }: Waiting) => Math.max(pauses.get(user) ?? 0, due) - performance.now()

  /** Starts the attempts that may start, and comes back after the first delay. */
  const admit = () => {
    clearTimeout(timer)
    let next = Infinity
    for (const queue of [retries, others])
      for (const waiting of queue) {
        // Thousands may wait. The end of a request comes back to them.
        if (inFlight >= limit) return
        const delay = delayOf(waiting)
        if (delay > waiting.maxWait) waiting.wake?.()
        else if (delay > 0) next = Math.min(next, delay)
        else {
          inFlight += waiting.slots
          starts++
          queue.delete(waiting)
          waiting.wake?.()
        }
      }
    // A timer cuts off the fraction of a millisecond.
    if (next < Infinity) timer = setTimeout(admit, Math.min(Math.ceil(next), 2 ** 31 - 1))
  }

  return {
    /**
     * Runs an attempt when it is its turn. A place is given back also when a callback of the attempt throws.
     *
     * @param attempt is told whether it has waited.
     * @throws TimeoutError if the delay is longer than `maxWait`, or if no request starts for `maxWait` and `timeout`.
     */
    async run<T>(
      signal: AbortSignal | undefined,
      { maxWait, timeout }: Settings,
      turn: Turn,
      attempt: (hasWaited: boolean) => Promise<T>,
    ): Promise<T> {
      const queue = turn.delay === undefined ? others : retries
      const waiting: Waiting = { ...turn, maxWait, due: performance.now() + (turn.delay ?? 0) }
      queue.add(waiting)
      try {
        admit()
        const hasWaited = queue.has(waiting)
        for (let seen = -1; queue.has(waiting); seen = starts) {
          const delay = delayOf(waiting)
          if (delay > maxWait || (delay <= 0 && seen === starts))
            throw new TimeoutError(`the queue exceeds maxWait (${maxWait} ms)`)
          await within(signal, untilWoken(waiting), Math.max(delay, 0) + maxWait + timeout)
        }
        return await attempt(hasWaited)
      } finally {
        // An attempt that is still in the queue has no place.
        if (!queue.delete(waiting)) inFlight -= turn.slots
        admit()
      }
    },
    /** Follows a response: the pause for its user, in milliseconds, and `RateLimit-Remaining`, if it has one. */
    heed({ headers }: Response, user: string | null, pause: number) {
      const now = performance.now()
      for (const [other, end] of pauses) if (end <= now) pauses.delete(other)
      if (pause) pauses.set(user, Math.max(pauses.get(user) ?? 0, now + pause))
      limit = limitOf(headers)
    },
  }
}
