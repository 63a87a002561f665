import { retryAfter } from './retry-after.ts'
import { holdable, within } from './within.ts'

/** Decides when a client may send its next request. */
export interface Gate {
  /** Resolves when the request may be sent; rejects with the signal's reason. Every `enter` needs a `leave`. */
  enter(signal: AbortSignal | undefined): Promise<void>
  /**
   * The request has ended. If its response asks the client to wait, the whole client does.
   *
   * @param maxWait maximum pause in milliseconds.
   * @returns the pause; `Infinity` for one above the maximum, which nobody waits for; `undefined` without one.
   */
  leave(response: Response | undefined, maxWait: number): number | undefined
}

/**
 * Spaces requests evenly, and learns from the responses how many the server takes.
 *
 * A new client has ten requests in flight at most, and one more for each response, so that a burst of calls does not
 * exceed a rate limit before the first response tells it. From `RateLimit-Remaining` on, it sends no more than that.
 * During a pause it sends nothing; after it, it sends one request before it sends more.
 *
 * @param perSecond requests per second.
 */
export const createGate = (perSecond = Infinity): Gate => {
  const queue = new Set<() => void>()
  let room = 10
  let running = 0
  let free = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Lets calls pass while there is room, and comes back when the next one may pass. */
  const admit = () => {
    clearTimeout(timer)
    for (const go of queue) {
      if (room < 1) return
      const now = performance.now()
      if (free > now) {
        timer = setTimeout(admit, holdable(free - now))
        return
      }
      room--
      running++
      free = now + 1000 / perSecond
      queue.delete(go)
      go()
    }
  }

  return {
    async enter(signal) {
      signal?.throwIfAborted()
      let go = () => {}
      const pass = () => go()
      queue.add(pass)
      admit()
      // A promise of `within` would cost every call as much as the rest of the gate.
      if (!queue.has(pass)) return
      try {
        await within(signal, () => new Promise<void>(resolve => (go = resolve)))
      } finally {
        // An aborted call gives its place back.
        if (queue.delete(pass)) admit()
      }
    },
    leave(response, maxWait) {
      running--
      const left = response?.headers.get('ratelimit-remaining')
      room = left ? +left - running : room + (response ? 2 : 1)
      let pause = response && (left === '0' || !response.ok) ? retryAfter(response) : undefined
      if (pause !== undefined) {
        // Without jitter, all clients of a server would come back at the same moment.
        pause = pause * 1000 > maxWait ? Infinity : pause * (1000 + Math.random() * 250)
        if (pause < Infinity) {
          free = Math.max(free, performance.now() + pause)
          room = 1 - running
        }
      }
      // Without a request in flight no response would ever make room.
      if (!running && room < 1) room = 1
      admit()
      return pause
    },
  }
}
