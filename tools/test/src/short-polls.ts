import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Maximum number of looks in a test of the client, which has no other process to wait for. */
const MAXIMUM = 40

/**
 * Fails a test of the client that passes by waiting: it has seen another cause than the one that it is about. Looks are
 * counted, not seconds, however slow the machine is.
 */
let longest = 0

function counted<Args extends readonly unknown[], Value>(look: (...args: Args) => Value) {
  let looks = 0
  return (...args: Args): Value => {
    looks += 1
    longest = Math.max(longest, looks)
    return look(...args)
  }
}

// Files that share a process share these objects, too: each is wrapped once.
const originals: { poll?: typeof expect.poll; waitFor?: typeof vi.waitFor } = globalThis as never
originals.poll ??= expect.poll
originals.waitFor ??= vi.waitFor
const { poll, waitFor } = originals
expect.poll = ((look, options) => poll(counted(look), options)) as typeof poll
vi.waitFor = ((look, options) => waitFor(counted(look), options)) as typeof waitFor

beforeEach(() => {
  longest = 0
})

afterEach(() => {
  if (expect.getState().testPath?.includes('/packages/fetch/') && longest > MAXIMUM)
    throw new Error(`waits for ${longest} looks: wait for less`)
})
