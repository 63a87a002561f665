import { wait } from './within.ts'

/**
 * Spaces requests evenly: no two begin closer to each other than the rate allows, whoever sends them.
 *
 * @param perSecond requests per second; none means that nobody waits.
 * @returns waits for the next free moment, or rejects with the signal's reason.
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
