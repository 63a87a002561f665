import type { Limit } from './requested-delay.ts'
import type { Settings } from './settings.ts'
import { later, TimeoutError, within } from './time-limit.ts'

/** Maximum number of requests in flight. */
const MAXIMUM = 10

/** An attempt in the queue. */
interface Turn {
  /** The end of its back-off, in milliseconds of `performance.now`. */
  due: number
  readonly slots: number
  readonly maxWait: number
  hasStarted?: boolean
  wake?(): void
}

/** The attempts of one user. */
interface Lane {
  /** Retries come first, so that a call that was refused once is not refused again and again. */
  readonly queue: Turn[]
  inFlight: number
  /** Maximum number of requests in flight, from `RateLimit-Remaining`. */
  limit: number
  /** The end of the pause, in milliseconds of `performance.now`. */
  end: number
}

/** Follows a response: its rate limit, and a pause in milliseconds. */
export const heed = (lane: Lane, { remaining }: Limit, pause: number): void => {
  lane.limit = Math.min(MAXIMUM, Math.max(1, remaining)) || MAXIMUM
  lane.end = Math.max(lane.end, performance.now() + pause)
  for (const { maxWait, wake } of lane.queue) if (pause > maxWait) wake?.()
}

/**
 * The queue of a client, with a lane for each `authorization`, since a rate limit counts the requests of each user. It is
 * the one place where attempts wait: for the end of their back-off, for the end of the pause of their lane, and for a
 * place. There is one when fewer than ten requests are in flight, and fewer of the lane than `RateLimit-Remaining` allows.
 * The lanes take turns.
 */
export const createPace = () => {
  const lanes = new Map<string | null, Lane>()
  let inFlight = 0
  let starts = 0
  let timer: ReturnType<typeof later> | undefined

  /** Starts the attempts that may start. */
  const admit = () => {
    clearTimeout(timer)
    const now = performance.now()
    let next = Infinity
    for (const [user, lane] of lanes) {
      // The end of a request comes back.
      if (inFlight >= MAXIMUM) return
      const { queue, end } = lane
      if (end > now) {
        if (queue.length) next = Math.min(next, end)
      } else if (!queue.length) {
        if (lanes.size > MAXIMUM && !lane.inFlight) lanes.delete(user)
      } else if (lane.inFlight < lane.limit) {
        const index = queue.findIndex(({ due }) => due <= now)
        if (index < 0) continue
        const [turn] = queue.splice(index, 1) as [Turn]
        lane.inFlight += turn.slots
        inFlight += turn.slots
        starts++
        turn.hasStarted = true
        turn.wake?.()
        // The loop comes back to this lane after the others.
        lanes.delete(user)
        lanes.set(user, lane)
      }
    }
    if (next < Infinity) timer = later(admit, next - now)
  }

  /**
   * Runs an attempt when it is its turn. A place is given back also when a callback of the attempt throws.
   *
   * @param delay milliseconds of its back-off; `undefined` for the first attempt of a call. The others start before it.
   * @param attempt gets its lane, and whether it has waited.
   * @throws TimeoutError if the pause is longer than `maxWait`, or if no request starts for `maxWait` and `timeout`.
   */
  return async <T>(
    { headers }: Request,
    { signal, maxWait, timeout }: Settings,
    delay: number | undefined,
    attempt: (lane: Lane, hasWaited: boolean) => Promise<T>,
  ): Promise<T> => {
    const user = headers.get('authorization')
    const lane = lanes.get(user) ?? { queue: [], inFlight: 0, limit: MAXIMUM, end: 0 }
    lanes.set(user, lane)
    // Other requests must not wait for the response to a request that the server may hold.
    const slots = headers.has('prefer') ? 0 : 1
    const turn: Turn = { due: performance.now() + (delay ?? 0), slots, maxWait }
    lane.queue[delay === undefined ? 'push' : 'unshift'](turn)
    let seen = -1
    let backoff = delay
    try {
      for (admit(); !turn.hasStarted; admit()) {
        if (lane.end - performance.now() > maxWait || seen === starts)
          throw new TimeoutError('queued longer than maxWait')
        if (!backoff) seen = starts
        const woken = new Promise<void>(resolve => {
          turn.wake = resolve
        })
        await within(signal, () => woken, backoff || maxWait + timeout)
        backoff = turn.due = 0
      }
      return await attempt(lane, seen >= 0 || delay !== undefined)
    } finally {
      // An attempt that never started has no place.
      if (turn.hasStarted) {
        lane.inFlight -= slots
        inFlight -= slots
      } else lane.queue.splice(lane.queue.indexOf(turn), 1)
      admit()
    }
  }
}
