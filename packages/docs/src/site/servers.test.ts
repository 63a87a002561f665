import { describe, expect, it } from 'vitest'
import { LOCAL_SERVER, serversIn, withBaseUrl } from './servers.ts'

describe('DOCS_SERVER', () => {
  it('is one base URL, or several with names', () => {
    expect(serversIn('')).toEqual([])
    expect(serversIn('https://api.example:8443/net/')).toEqual([
      { name: 'api.example:8443', url: 'https://api.example:8443/net' },
    ])
    expect(serversIn('Main net=https://one.example, Test=http://two.example?a=b')).toEqual([
      { name: 'Main net', url: 'https://one.example' },
      { name: 'Test', url: 'http://two.example?a=b' },
    ])
  })
  it.each(['api.example', 'Main=api.example', 'ftp://api.example'])('%s is refused', text => {
    expect(() => serversIn(text)).toThrow('is not a base URL')
  })
})

it('the base URL of a reader replaces that of samples, not that of the commands of an operator', () => {
  const moved = (code: string) => withBaseUrl(code, LOCAL_SERVER, 'https://api.example')
  expect(moved(`curl '${LOCAL_SERVER}/api/v2/accounts'`)).toBe("curl 'https://api.example/api/v2/accounts'")
  for (const code of [`curl '${LOCAL_SERVER}/ready'`, `# check\ntrading-network-check ${LOCAL_SERVER}`])
    expect(moved(code)).toBe(code)
})
