import { expect, it } from 'vitest'
import { hasTornPassword, redacted } from './database-url.ts'

it.each([
  'postgres://reader:p@ss:w0rd/x@db/network',
  'postgres://reader:p/ss?w0rd#x@db/network',
  'postgres://reader:p@@ss:w0rd@db/network',
  'postgresql://:p@ssw0rd@db/network',
  'postgres://rea/der:pssw0rd@db/network',
  'postgres://db/network?user=reader&password=p@ssw0rd',
])('hides the whole password of %s', url => {
  for (const text of [url, `${url} cannot be used: no route; see ${url}.`]) {
    expect(redacted(text)).toContain('db')
    expect(redacted(text)).not.toMatch(/p.?ss[^w]|w0rd/)
  }
})

it('leaves other texts as they are', () => {
  const stack = 'at run (file:///kit/node_modules/@scope/index.js:12:3)\nmail reader@db: 5:00'
  expect(redacted(stack)).toBe(stack)
  expect(redacted('postgres://reader@db:5432/network')).toBe('postgres://reader@db:5432/network')
})

it.each([
  ['postgres://reader:p@ss:w0rd@db/network', false],
  ['postgres://reader@db/network?application_name=a@b&password=p@ss', false],
  ['postgres://reader:p@ss/w0rd@db/network', true],
  ['postgres://reader:5?w0rd@db/network', true],
  ['postgres://reader:5#w0rd@db/network', true],
])('finds the password that ends the host of %s: %s', (url, torn) => {
  expect(hasTornPassword(url)).toBe(torn)
})
