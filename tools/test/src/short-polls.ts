import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Limits of `expect.poll` (see `vitest.config.ts`) and of `vi.waitFor`, and the time between two looks, in milliseconds. */
const LIMITS = { poll: 120_000, waitFor: 1_000 }
const INTERVAL = 50
/** Maximum number of looks in a test of the client, which has no other process to wait for. */
const MAXIMUM_IN_CLIENT = 40

/**
 * Reports a test that passes by waiting: what needs more than a tenth of its limit has seen another cause than the one
 * that the test is about. A test of the client fails. Looks are counted, not seconds, however slow the machine is.
 */
let longest = 0
let share = 0

interface Limits {
  readonly timeout?: number
  readonly interval?: number
}

function counted<Value>(look: () => Value, limit: number, options: number | Limits = {}): () => Value {
  const { timeout = limit, interval = INTERVAL } =
    typeof options === 'number' ? { timeout: options } : options
  let looks = 0
  return () => {
    looks += 1
    longest = Math.max(longest, looks)
    share = Math.max(share, (looks * interval) / timeout)
    return look()
  }
}

// Files that share a process share these objects, too: each is wrapped once.
const originals: { poll?: typeof expect.poll; waitFor?: typeof vi.waitFor } = globalThis as never
originals.poll ??= expect.poll
originals.waitFor ??= vi.waitFor
const { poll, waitFor } = originals
expect.poll = ((look: () => unknown, options?: Limits) =>
  poll(counted(look, LIMITS.poll, options), options)) as typeof poll
vi.waitFor = ((look: () => unknown, options?: number | Limits) =>
  waitFor(counted(look, LIMITS.waitFor, options), options)) as typeof waitFor

beforeEach(() => {
  longest = 0
  share = 0
})

afterEach(() => {
  const { testPath = '', currentTestName } = expect.getState()
  if (testPath.includes('/packages/fetch/') && longest > MAXIMUM_IN_CLIENT)
    throw new Error(`waits for ${longest} looks: wait for less`)
  if (share > 0.1)
    console.warn(`PASSES BY WAITING, ${Math.round(share * 100)} % of its limit: ${currentTestName}`)
})
