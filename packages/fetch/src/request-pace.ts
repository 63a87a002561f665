import type { Limit } from './requested-delay.ts'
import type { Settings } from './settings.ts'
import { later, TimeoutError, within } from './time-limit.ts'

/** Maximum number of requests in flight. */
const MAXIMUM = 10

/** An attempt in the queue. */
interface Waiting {
  /** Number of requests in flight that it counts as. */
  readonly slots: number
  readonly maxWait: number
  /** True after its start, and after its end without one. */
  isOut?: boolean
  wake?(): void
}

/** The attempts of one user. */
interface Lane {
  /** Retries come first, so that a call that was refused once is not refused again and again. */
  readonly queue: Waiting[]
  inFlight: number
  /** Maximum number of requests in flight, from `RateLimit-Remaining`. */
  limit: number
  /** The end of the pause, in milliseconds on the clock of `performance.now()`. */
  end: number
}

/** Follows a response: its rate limit, and a pause in milliseconds. */
export const heed = (lane: Lane, { remaining }: Limit, pause: number | undefined): void => {
  lane.limit = Math.min(MAXIMUM, Math.max(1, remaining)) || MAXIMUM
  if (!pause) return
  lane.end = Math.max(lane.end, performance.now() + pause)
  for (const { maxWait, wake } of lane.queue) if (pause > maxWait) wake?.()
}

/**
 * The queue of a client, with a lane for each `authorization`, since a rate limit counts the requests of each user. An
 * attempt waits for the end of the pause of its lane, and for a place: when fewer than ten requests are in flight, and
 * fewer of its lane than `RateLimit-Remaining` allows. The lanes take turns.
 */
export const createPace = () => {
  const lanes = new Map<string | null, Lane>()
  let inFlight = 0
  let starts = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Starts the attempts that may start, and comes back after the first pause. It looks at the first one of each lane only. */
  const admit = () => {
    clearTimeout(timer)
    let delay = Infinity
    for (const [user, lane] of lanes) {
      // The end of a request comes back.
      if (inFlight >= MAXIMUM) return
      while (lane.queue[0]?.isOut) lane.queue.shift()
      const [waiting] = lane.queue
      const pause = lane.end - performance.now()
      if (!waiting) {
        if (lanes.size > MAXIMUM && !lane.inFlight && pause <= 0) lanes.delete(user)
      } else if (pause > 0) delay = Math.min(delay, pause)
      else if (lane.inFlight < lane.limit) {
        lane.inFlight += waiting.slots
        inFlight += waiting.slots
        starts++
        waiting.isOut = true
        waiting.wake?.()
        // The loop comes back to this lane after the others.
        lanes.delete(user)
        lanes.set(user, lane)
      }
    }
    if (delay < Infinity) timer = later(admit, delay)
  }

  /**
   * Runs an attempt when it is its turn. A place is given back also when a callback of the attempt throws.
   *
   * @param isRetry true to start before the others.
   * @param attempt gets its lane, and whether it has waited.
   * @throws TimeoutError if the pause is longer than `maxWait`, or if no request starts for `maxWait` and `timeout`.
   */
  return async <T>(
    { headers }: Request,
    { signal, maxWait, timeout }: Settings,
    isRetry: boolean,
    attempt: (lane: Lane, hasWaited: boolean) => Promise<T>,
  ): Promise<T> => {
    const user = headers.get('authorization')
    // Other requests must not wait for the response to a request that the server may hold.
    const slots = headers.has('prefer') ? 0 : 1
    const lane = lanes.get(user) ?? { queue: [], inFlight: 0, limit: MAXIMUM, end: 0 }
    lanes.set(user, lane)
    const waiting: Waiting = { slots, maxWait }
    lane.queue[isRetry ? 'unshift' : 'push'](waiting)
    admit()
    const hasWaited = isRetry || !waiting.isOut
    try {
      for (let seen = -1; !waiting.isOut; seen = starts) {
        const pause = lane.end - performance.now()
        if (pause > maxWait || (pause <= 0 && seen === starts))
          throw new TimeoutError('the queue took longer than maxWait')
        await within(signal, () => new Promise<void>(wake => (waiting.wake = wake)), maxWait + timeout)
      }
      return await attempt(lane, hasWaited)
    } finally {
      // An attempt that never started has no place.
      if (waiting.isOut) {
        lane.inFlight -= slots
        inFlight -= slots
      }
      waiting.isOut = true
      admit()
    }
  }
}
