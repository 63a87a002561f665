import { expect, it } from 'vitest'
import { piecesOf } from './paint.ts'

const kinds = (code: string) =>
  piecesOf(code)
    .filter(([, kind]) => kind !== '')
    .map(([text, kind]) => `${kind} ${text}`)

it('tells the names of JSON from its values, and loses nothing', () => {
  const json = '{ "size": "12", "open": true,\n  "count": 3 }'
  expect(kinds(json)).toEqual(['k "size"', 's "12"', 'k "open"', 'k true', 'k "count"', 'n 3'])
  expect(
    piecesOf(json)
      .map(([text]) => text)
      .join(''),
  ).toBe(json)
})

it('sees an address in a string or bare, not a comment or numbers', () => {
  expect(kinds('node x.ts http://127.0.0.1:8080/a 2')).toEqual(['s http://127.0.0.1:8080/a', 'n 2'])
  expect(kinds("curl --get 'http://x/y' \\\n  --header 'a: b' # why")).toEqual([
    'k curl',
    'o --get',
    "s 'http://x/y'",
    'o \\',
    'o --header',
    "s 'a: b'",
    'q # why',
  ])
})
