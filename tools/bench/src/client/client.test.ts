import { afterEach, expect, test, vi } from 'vitest'
import { medianRatio, timeInRounds } from '../rounds.ts'
import { accountsPage, callers } from './calls.ts'

// `callers` replaces fetch.
const { fetch } = globalThis
afterEach(() => void vi.stubGlobal('fetch', fetch))

// A busy machine may distort one measurement. A client that is too slow is too slow in each.
test('the client makes at least 0.65 of the calls of bare fetch with a body of 20 kB', {
  retry: 3,
}, async () => {
  const [bare, ours] = callers(accountsPage(20_000))
  const [ofBare = [], ofOurs = []] = await timeInRounds([bare!.call, ours!.call], { rounds: 31, calls: 150 })
  expect(medianRatio(ofBare, ofOurs)).toBeGreaterThanOrEqual(0.65)
})
