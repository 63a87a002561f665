import { wait } from './within.ts'

/**
 * Limits the rate: spaces all requests of a client evenly.
 *
 * @param perSecond requests per second; no limit without it.
 * @returns waits for the next free slot, or rejects with the signal's reason.
 */
export const createPace = (perSecond?: number): ((signal?: AbortSignal) => Promise<void> | undefined) => {
  let free = 0
  return signal => {
    if (!perSecond) return undefined
    const now = performance.now()
    const mine = Math.max(now, free)
    free = mine + 1000 / perSecond
    return mine > now ? wait(mine - now, signal) : undefined
  }
}
