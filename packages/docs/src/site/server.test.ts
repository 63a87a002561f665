import { expect, it } from 'vitest'
import { LOCAL_SERVER, withBaseUrl } from './server.ts'

it('the base URL of a reader replaces that of samples, not that of the commands of an operator', () => {
  const moved = (code: string) => withBaseUrl(code, LOCAL_SERVER, 'https://api.example')
  expect(moved(`curl '${LOCAL_SERVER}/api/v2/accounts'`)).toBe("curl 'https://api.example/api/v2/accounts'")
  for (const code of [`curl '${LOCAL_SERVER}/ready'`, `# check\ntrading-network-check ${LOCAL_SERVER}`])
    expect(moved(code)).toBe(code)
})
