import type { Limit } from './requested-delay.ts'
import type { Settings } from './settings.ts'
import { TimeoutError, within } from './time-limit.ts'

/** Maximum number of requests in flight. */
const MAXIMUM = 10

/** An attempt in the queue. */
interface Turn {
  /** The end of its back-off. All times are in milliseconds on the clock of `performance.now()`. */
  readonly due: number
  readonly slots: number
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
  if (pause) for (const { wake } of lane.queue) wake?.()
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

  /** Starts the attempts that may start. */
  const admit = () => {
    const now = performance.now()
    for (const [user, lane] of lanes) {
      // The end of a request comes back.
      if (inFlight >= MAXIMUM) return
      const { queue } = lane
      if (lane.end > now || lane.inFlight >= lane.limit) continue
      const index = queue.findIndex(({ due }) => due <= now)
      const [turn] = index < 0 ? [] : queue.splice(index, 1)
      if (turn) {
        lane.inFlight += turn.slots
        inFlight += turn.slots
        starts++
        turn.hasStarted = true
        turn.wake?.()
        // The loop comes back to this lane after the others.
        lanes.delete(user)
        lanes.set(user, lane)
      } else if (lanes.size > MAXIMUM && !queue.length && !lane.inFlight) lanes.delete(user)
    }
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
    const turn: Turn = { due: performance.now() + (delay ?? 0), slots }
    lane.queue[delay === undefined ? 'push' : 'unshift'](turn)
    let hasWaited = delay !== undefined
    try {
      for (admit(); !turn.hasStarted; admit()) {
        hasWaited = true
        const ms = Math.max(turn.due, lane.end) - performance.now()
        const seen = starts
        const woken = new Promise<boolean>(resolve => {
          turn.wake = () => resolve(true)
        })
        const isLate =
          ms > maxWait || (!(await within(signal, () => woken, ms > 0 ? ms : maxWait + timeout)) && ms <= 0)
        if (isLate && seen === starts) throw new TimeoutError('the queue took longer than maxWait')
      }
      return await attempt(lane, hasWaited)
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
