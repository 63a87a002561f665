import { afterEach, expect, test, vi } from 'vitest'
import { accountsPage, callers } from './client.ts'
import { timeInRounds } from './rounds.ts'

// `callers` replaces fetch.
const { fetch } = globalThis
afterEach(() => void vi.stubGlobal('fetch', fetch))

test('the client benchmark measures every caller beside bare openapi-fetch', async () => {
  const measured = callers(accountsPage(20_000))
  expect(measured[0]?.name).toBe('openapi-fetch')
  const times = await timeInRounds(
    measured.map(({ call }) => call),
    { rounds: 3, calls: 10 },
  )
  expect(times).toHaveLength(measured.length)
  for (const ofCaller of times) expect(Math.min(...ofCaller)).toBeGreaterThan(0)
})
