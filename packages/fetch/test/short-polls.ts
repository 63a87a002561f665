import { afterEach, beforeEach, expect } from 'vitest'

/** Maximum number of tests of an `expect.poll`, one each 50 ms: 2 s, however slow the machine is. */
const MAXIMUM = 40

/**
 * Fails a test of this package whose `expect.poll` waits for long, even if it succeeds in the end. A test that waits for
 * 25 s has seen another cause than the one it is about.
 */
let longest = 0
// Files that share a process share this object, too.
const { poll }: { readonly poll: typeof expect.poll & { original?: typeof expect.poll } } = expect
const original = poll.original ?? poll
const counted = (value: () => unknown, options?: object) => {
  let turns = 0
  const counting = () => {
    longest = Math.max(longest, ++turns)
    return value()
  }
  return original(counting, options)
}
expect.poll = Object.assign(counted, { original }) as typeof poll

beforeEach(() => {
  longest = 0
})

afterEach(() => {
  const isOurs = expect.getState().testPath?.includes('/packages/fetch/')
  if (isOurs && longest > MAXIMUM)
    throw new Error(`an expect.poll was tested ${longest} times: wait for less`)
})
