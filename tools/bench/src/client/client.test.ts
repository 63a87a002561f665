import { afterEach, expect, test, vi } from 'vitest'
import { cpuTime, medianRatio, timeInRounds } from '../rounds.ts'
import { accountsPage, callers } from './calls.ts'

// `callers` replaces fetch.
const { fetch } = globalThis
afterEach(() => void vi.stubGlobal('fetch', fetch))

// A busy machine may distort one measurement. A client that is too slow is too slow in each.
test('the client makes at least 0.8 of the calls of bare fetch with a body of 20 kB, with middleware 0.7', {
  retry: 3,
}, async () => {
  const [bare, ours, ownFetch, middleware] = callers(accountsPage(20_000)).map(({ call }) => call)
  const [ofBare = [], ...times] = await timeInRounds([bare!, ours!, ownFetch!, middleware!], {
    rounds: 31,
    calls: 100,
    clock: cpuTime,
  })
  const ratios = times.map(ofCaller => medianRatio(ofBare, ofCaller))
  expect(ratios).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)])
  expect(Math.min(ratios[0]!, ratios[1]!)).toBeGreaterThanOrEqual(0.8)
  expect(ratios[2]).toBeGreaterThanOrEqual(0.7)
})
