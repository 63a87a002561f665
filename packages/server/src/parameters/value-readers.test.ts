import { expect, test } from 'vitest'
import type { Parameter } from './contract.ts'
import { valueReader } from './value-readers.ts'

const of = (about: Partial<Parameter>) =>
  valueReader({ name: 'p', in: 'query', required: false, kind: 'string', array: false, ...about })

test('a boolean is true or false', () => {
  const { read, allowed, hint } = of({ kind: 'boolean' })
  expect(['true', 'false', 'TRUE', '1', ''].map(read)).toEqual([true, false, undefined, undefined, undefined])
  expect(allowed).toBe('must be true or false')
  expect([hint('FALSE'), hint('yes')]).toEqual(['; write false', ''])
})

test('an enum is one of its values', () => {
  const { read, allowed, hint } = of({ kind: 'enum', enum: ['SIDE_BUY', 'SIDE_SELL'] })
  expect(['SIDE_SELL', 'side_sell', ''].map(read)).toEqual(['SIDE_SELL', undefined, undefined])
  expect(allowed).toBe('must be one of SIDE_BUY, SIDE_SELL')
  expect(hint('side_sell')).toBe('; write SIDE_SELL')
})

const HASH = 'aB'.repeat(32)
const WIDE = '^[0-9a-zA-Z]+$'

test.each([
  ['an id with a hash', { schema: 'AssetId', pattern: WIDE }, HASH, HASH.toLowerCase()],
  ['an id with a short name', { schema: 'AssetId', pattern: WIDE }, 'fBTC', 'fBTC'],
  ['a cursor', { schema: 'Cursor', pattern: WIDE }, HASH, HASH],
  ['text without a schema', { pattern: WIDE }, HASH, HASH],
  ['text of another form', { pattern: WIDE }, '-', undefined],
])('%s', (_, about, text, value) => {
  expect(of(about).read(text)).toBe(value)
})

test('the message for a text names its schema, or its pattern', () => {
  expect(of({ schema: 'AssetId', pattern: '^a$' }).allowed).toBe('must be a valid AssetId (^a$)')
  expect(of({ pattern: '^a$' }).allowed).toBe('must match ^a$')
  expect(of({ pattern: '^a$' }).hint('b')).toBe('')
})

test.each<[string, Partial<Parameter>, bigint, bigint]>([
  ['an integer of 32 bits', { kind: 'integer' }, -(2n ** 31n), 2n ** 31n - 1n],
  ['an integer with bounds', { kind: 'integer', minimum: 2, maximum: 5 }, 2n, 5n],
  ['an int64', { kind: 'int64' }, -(2n ** 63n), 2n ** 63n - 1n],
  ['an int64 with a sign', { kind: 'int64', pattern: '^-?[0-9]+$' }, -(2n ** 63n), 2n ** 63n - 1n],
  ['an int64 without a sign', { kind: 'int64', pattern: '^[0-9]+$' }, 0n, 2n ** 63n - 1n],
  ['a uint64', { kind: 'uint64', pattern: '^[0-9]+$' }, 0n, 2n ** 64n - 1n],
])('%s has its bounds', (_, about, minimum, maximum) => {
  const { read, allowed, hint } = of(about)
  const texts = [minimum - 1n, minimum, maximum, maximum + 1n].map(String)
  expect(texts.map(text => String(read(text)))).toEqual(['undefined', texts[1], texts[2], 'undefined'])
  expect(allowed).toBe(
    `must be an integer from ${minimum} to ${maximum}, in plain digits without sign or leading zeros`,
  )
  expect([`+${maximum}`, ` ${maximum}`, `00${maximum}`, `${maximum + 1n}`, '', 'x'].map(hint)).toEqual([
    ...Array(3).fill(`; write ${maximum}`),
    ...['', '', ''],
  ])
})

test('an integer has the form of its pattern, too', () => {
  const { read } = of({ kind: 'uint64', pattern: '^[0-9]{2}$' })
  expect([read('10'), read('100')]).toEqual(['10', undefined])
})

test('a small integer is a number, a large one stays text', () => {
  expect([of({ kind: 'integer' }).read('7'), of({ kind: 'uint64' }).read('7')]).toEqual([7, '7'])
})
