import { expect, it } from 'vitest'
import { printable, shortened } from './printable.ts'

it('escapes what a terminal obeys or what forges a line, and keeps the rest', () => {
  expect(printable('\u001b[2J\u0007a\nerror: b\u009b\u2028\u202ec\ud800')).toBe(
    '\\u001b[2J\\u0007a\\u000aerror: b\\u009b\\u2028\\u202ec\\ud800',
  )
  expect(printable('größe → € 🙂 "x" \\ y')).toBe('größe → € 🙂 "x" \\ y')
})

it('shortens', () => {
  expect(shortened('abcdef', 3)).toBe('abc…')
  expect(shortened('ab\n', 3)).toBe('ab\\u000a')
})
