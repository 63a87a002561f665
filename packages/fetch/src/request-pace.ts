import { later, TimeoutError, within } from './time-limit.ts'

/** Maximum number of requests in flight. */
const MAXIMUM = 10

/** The place of one attempt in the queue. */
export interface Turn {
  /** 1, or 0 for a request that the server may hold: other requests must not wait for its response. */
  readonly slots: number
  /** The `authorization` of the request: a pause of the server is for that user only. */
  readonly user: string | null
  readonly isRetry: boolean
  /** Maximum pause in milliseconds. */
  readonly maxWait: number
  /** Maximum milliseconds in which no request of the client starts. */
  readonly patience: number
}

interface Waiting extends Turn {
  refusal?: TimeoutError
  wake?(): void
}

/**
 * The queue of a client. A request starts when fewer than ten are in flight, or fewer than `RateLimit-Remaining` allows,
 * and when the rate limit has no pause left for its user. Retries start before other requests, so that a call that was
 * refused once is not refused again and again.
 */
export const createPace = () => {
  const retries = new Set<Waiting>()
  const others = new Set<Waiting>()
  /** The end of the pause of each user, on the clock of `performance.now()`. */
  const pauses = new Map<string | null, number>()
  let inFlight = 0
  let limit = MAXIMUM
  let starts = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Starts the requests that may start, and comes back after the first pause. */
  const admit = () => {
    clearTimeout(timer)
    let next = Infinity
    for (const queue of [retries, others])
      for (const waiting of queue) {
        const pause = (pauses.get(waiting.user) ?? 0) - performance.now()
        if (pause > waiting.maxWait) {
          waiting.refusal = new TimeoutError(`the rate limit has a pause of ${Math.ceil(pause)} ms`)
          waiting.wake?.()
        } else if (pause > 0) next = Math.min(next, pause)
        else if (inFlight < limit) {
          inFlight += waiting.slots
          starts++
          queue.delete(waiting)
          waiting.wake?.()
        } else if (pauses.size === 0) return
      }
    if (next < Infinity) timer = later(admit, Math.ceil(next))
  }

  return {
    /**
     * Runs an attempt when it is its turn. A place is given back also when a callback of the attempt throws.
     *
     * @param attempt is told whether it has waited.
     * @throws TimeoutError if the pause is longer than `maxWait`, or if no request starts for the patience of the turn.
     */
    async run<T>(
      signal: AbortSignal | undefined,
      turn: Turn,
      attempt: (hasWaited: boolean) => Promise<T>,
    ): Promise<T> {
      const queue = turn.isRetry ? retries : others
      const waiting: Waiting = { ...turn }
      queue.add(waiting)
      admit()
      const hasWaited = queue.has(waiting)
      try {
        for (let seen = -1; queue.has(waiting); seen = starts) {
          if (waiting.refusal) throw waiting.refusal
          if (seen === starts) throw new TimeoutError(`no request started for ${turn.patience} ms`)
          await within(signal, () => new Promise<void>(resolve => (waiting.wake = resolve)), turn.patience)
        }
        return await attempt(hasWaited)
      } finally {
        // A request that is still in the queue has no place.
        if (!queue.delete(waiting)) inFlight -= turn.slots
        admit()
      }
    },
    /** Follows a response: the pause for its user, in milliseconds, and `RateLimit-Remaining`, if it has one. */
    heed({ headers }: Response, user: string | null, pause: number) {
      const now = performance.now()
      for (const [other, end] of pauses) if (end <= now) pauses.delete(other)
      if (pause) pauses.set(user, Math.max(pauses.get(user) ?? 0, now + pause))
      const remaining = Number.parseFloat(headers.get('ratelimit-remaining')!)
      limit = Math.min(MAXIMUM, Math.max(1, remaining) || MAXIMUM)
    },
  }
}
