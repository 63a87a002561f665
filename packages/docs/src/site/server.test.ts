import { expect, it } from 'vitest'
import { isForCallers, LOCAL_SERVER } from './server.ts'

it('the base URL of a reader replaces that of samples, not that of the commands of an operator', () => {
  expect(isForCallers(`curl '${LOCAL_SERVER}/api/v2/accounts'`)).toBe(true)
  for (const code of [`curl '${LOCAL_SERVER}/ready'`, `# check\ntrading-network-check ${LOCAL_SERVER}`])
    expect(isForCallers(code)).toBe(false)
})
