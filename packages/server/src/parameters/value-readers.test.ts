import { expect, test } from 'vitest'
import type { Parameter } from './contract.ts'
import { integerReader, valueReader } from './value-readers.ts'

const readerOf = (parameter: Partial<Parameter>) => valueReader(parameter as Parameter)
const MAX = 2n ** 63n - 1n

test('a boolean has two spellings', () => {
  const { read, allowed, hint } = readerOf({ kind: 'boolean' })
  expect(['true', 'false', 'TRUE', ''].map(read)).toEqual([true, false, undefined, undefined])
  expect([allowed, hint('TRUE'), hint('7')]).toEqual(['must be true or false', '; write true', ''])
})

test('an enum has the values of the contract', () => {
  const { read, allowed, hint } = readerOf({ kind: 'enum', enum: ['SIDE_BUY', 'SIDE_SELL'] })
  expect(['SIDE_BUY', 'SIDE_SELL', 'BUY'].map(read)).toEqual(['SIDE_BUY', 'SIDE_SELL', undefined])
  expect(allowed).toBe('must be one of SIDE_BUY, SIDE_SELL')
  expect(hint('SIDE_SEL')).toContain('SIDE_SELL')
})

test.each([
  ['integer', [`${-(2n ** 31n)}`, `${2n ** 31n - 1n}`], [`${-(2n ** 31n) - 1n}`, `${2n ** 31n}`]],
  ['int64', [`${-MAX - 1n}`, `${MAX}`], [`${-MAX - 2n}`, `${MAX + 1n}`]],
  ['uint64', ['0', `${2n ** 64n - 1n}`], ['-1', `${2n ** 64n}`]],
] as const)('the limits of %s', (kind, inside, outside) => {
  const { read } = readerOf({ kind })
  expect(inside.map(text => String(read(text)))).toEqual(inside)
  expect(outside.map(read)).toEqual([undefined, undefined])
  expect(typeof read('7')).toBe(kind === 'integer' ? 'number' : 'string')
})

test('an integer has the limits of its parameter, and its pattern', () => {
  const { read } = readerOf({ kind: 'integer', minimum: 1, maximum: 5000 })
  expect(['0', '1', '5000', '5001'].map(read)).toEqual([undefined, 1, 5000, undefined])
  expect(['7x', 'x7', '7.0'].map(read)).toEqual([undefined, undefined, undefined])
  const odd = integerReader(-9n, 99n, '^[13579]+$')
  expect(['1', '2', '-1', '99', '111'].map(odd.read)).toEqual(['1', undefined, undefined, '99', undefined])
  // The pattern admits no sign, so the message does not either.
  expect(odd.allowed).toBe('must be an integer from 0 to 99, in plain digits without sign or leading zeros')
  expect(integerReader(-9n, 9n).allowed).toContain('from -9 to 9,')
  expect(integerReader(-9n, 9n, '^-?[0-9]$').allowed).toContain('from -9 to 9,')
  expect(integerReader(3n, 9n, '^[0-9]$').allowed).toContain('from 3 to 9,')
})

test('the hint for an integer is the same number in plain digits, if it is allowed', () => {
  const { hint } = integerReader(0n, 99n)
  expect(['+7', ' 7', '0012', '+00'].map(hint)).toEqual(['; write 7', '; write 7', '; write 12', '; write 0'])
  expect(['100', '7x', '-7', '1e3', ''].map(hint)).toEqual(['', '', '', '', ''])
})

test('only a hash that is an identifier becomes lower case', () => {
  const hash = 'AB'.repeat(32)
  const pattern = '^[0-9a-zA-Z]*$'
  expect(readerOf({ kind: 'string', schema: 'AssetId', pattern }).read(hash)).toBe(hash.toLowerCase())
  expect(readerOf({ kind: 'string', schema: 'AssetId', pattern }).read('fBTC')).toBe('fBTC')
  expect(readerOf({ kind: 'string', schema: 'Cursor', pattern }).read(hash)).toBe(hash)
  expect(readerOf({ kind: 'string', pattern }).read(hash)).toBe(hash)
  for (const longer of [`${hash}z`, `z${hash}`])
    expect(readerOf({ kind: 'string', schema: 'AssetId', pattern }).read(longer)).toBe(longer)
  const { read, allowed, hint } = readerOf({ kind: 'string', pattern: '^.$' })
  expect([read('😀'), read('ab'), allowed, hint('ab')]).toEqual(['😀', undefined, 'must match ^.$', ''])
  expect(readerOf({ kind: 'string', schema: 'PartyId', pattern }).allowed).toBe(
    `must be a valid PartyId (${pattern})`,
  )
})
