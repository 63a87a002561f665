import { describe, expect, it } from 'vitest'
import { readable, requestUrl, withoutSecrets } from './request.ts'

describe('a request', () => {
  it('fills the path, repeats lists and leaves out what is empty', () => {
    const url = requestUrl('http://host/sub/', '/api/v2/parties/{partyId}/stake', [
      { name: 'partyId', place: 'path', values: [' a/b '] },
      { name: 'filter.ids', place: 'query', values: ['1', ' 2', ''] },
      { name: 'seq', place: 'query', values: [''] },
    ])
    expect(url.href).toBe('http://host/sub/api/v2/parties/a%2Fb/stake?filter.ids=1&filter.ids=2')
  })
  it('remembers an address without what may be secret', () => {
    expect(withoutSecrets('https://user:word@host:8443/net/?token=1#x')).toBe('https://host:8443/net')
  })
  it('shows what is not JSON as it came', () => {
    expect(readable('<html>')).toBe('<html>')
    expect(readable('{"a":"9007199254740993"}')).toBe('{\n  "a": "9007199254740993"\n}')
  })
})
