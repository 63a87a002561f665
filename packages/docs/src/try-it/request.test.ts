import { describe, expect, it } from 'vitest'
import { type Entry, requestUrl, withoutSecrets } from '../contract/request.ts'
import { codeOf } from './code.ts'
import { failureOf } from './failure.ts'

const entry = (name: string, values: string[], more: Partial<Entry> = {}): Entry => ({
  name,
  values,
  place: 'query',
  kind: 'text',
  isList: false,
  ...more,
})
const stake = {
  operationId: 'getStake',
  path: '/api/v2/parties/{partyId}/stake',
  fields: ['currentStakeAvailable', 'stakeLinkings'],
  page: 'stakeLinkings',
  entries: [
    entry('partyId', [' a/b '], { place: 'path' }),
    entry('filter.ids', ['1', " '2", ''], { isList: true }),
    entry('seq', ['']),
    entry('pagination.first', ['3'], { kind: 'number' }),
  ],
}

describe('a request', () => {
  it.each([
    'http://host/sub',
    ' host/sub',
    'http://host/sub/',
    'http://host/sub/api/v2',
    'http://host/sub/api/v2/accounts?a=b',
  ])('fills the path behind %s, repeats lists and leaves out what is empty', base => {
    expect(requestUrl(base, stake).href).toBe(
      'http://host/sub/api/v2/parties/a%2Fb/stake?filter.ids=1&filter.ids=%272&pagination.first=3',
    )
  })
  it('remembers an address without what may be secret', () => {
    expect(withoutSecrets('https://user:word@host:8443/net/?token=1#x')).toBe('https://host:8443/net')
  })
  it('is written as code that sends it', () => {
    const [curl, client] = codeOf('http://host', stake)
    expect(client?.code).toBe(`import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://host' })

const { currentStakeAvailable, stakeLinkings } = await client.getStake({
  partyId: 'a/b',
  'filter.ids': ['1', '\\'2'],
  'pagination.first': 3,
})
console.log(currentStakeAvailable)
for (const { node } of stakeLinkings.edges) console.log(node)`)
    expect(curl?.code).toBe(`curl --get 'http://host/api/v2/parties/a%2Fb/stake' \\
  --data-urlencode 'filter.ids=1' \\
  --data-urlencode 'filter.ids='\\''2' \\
  --data-urlencode 'pagination.first=3'`)
  })
  it('has its headers as options, in every language', () => {
    const entries = [entry('X-Min-Block-Height', ['7'], { place: 'header' })]
    const [curl, client, plain, python, go, java] = codeOf('http://host', {
      ...stake,
      path: '/api/v2/accounts',
      entries,
    })
    expect(client?.code).toContain("client.getStake({}, { headers: { 'X-Min-Block-Height': '7' } })")
    expect(plain?.code).toContain("fetch(url, { headers: { 'X-Min-Block-Height': '7' } })")
    expect(python?.code).toContain("headers={'X-Min-Block-Height': '7'}")
    expect(go?.code).toContain('request.Header.Set("X-Min-Block-Height", "7")')
    expect(java?.code).toContain('.header("X-Min-Block-Height", "7")')
    expect(curl?.code).toBe(`curl 'http://host/api/v2/accounts' \\
  --header 'X-Min-Block-Height: 7'`)
  })
})

it('a page over https cannot use http, except on the machine itself', async () => {
  const from = (url: string) => failureOf(new URL(url), { protocol: 'https:' } as Location)
  expect(await from('http://host.invalid/api/v2/accounts')).toContain('(mixed content)')
  expect(await from('http://127.0.0.1:1/api/v2/accounts')).toContain('Nothing answers at http://127.0.0.1:1.')
})
