import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBigInt, isZero, toBigInt } from './int64.ts'

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

describe('64-bit integer strings', () => {
  test('every signed value survives the round trip', () => {
    fc.assert(fc.property(int64, value => toBigInt(fromBigInt(value)) === value))
  })

  test('every unsigned value survives the round trip', () => {
    fc.assert(fc.property(uint64, value => toBigInt(fromBigInt(value, 'uint64')) === value))
  })

  test('the text is the decimal digits that the API sends', () => {
    expect(fromBigInt(9_007_199_254_740_993n)).toBe('9007199254740993')
    expect(fromBigInt(-1n, 'unix-nanoseconds')).toBe('-1')
  })

  test.each([
    [2n ** 63n, 'int64'],
    [-(2n ** 63n) - 1n, 'int64'],
    [2n ** 63n, 'unix-nanoseconds'],
    [2n ** 64n, 'uint64'],
    [-1n, 'uint64'],
  ] as const)('%s does not fit %s, and the error names the range', (value, kind) => {
    expect(() => fromBigInt(value, kind as 'int64')).toThrow(
      new RegExp(`${value} does not fit ${kind}: the range is`),
    )
  })

  test.each(['', ' 1', '1.0', '0x10', '1e3', '1n', '+1', '--1', '2026-11-21'])(
    '%j is not an integer',
    text => {
      expect(() => toBigInt(text)).toThrow(RangeError)
    },
  )
})

test.each([
  ['0', true],
  ['-0', true],
  ['1', false],
  ['10', false],
])('isZero(%j) is %s', (text, expected) => {
  expect(isZero(text)).toBe(expected)
})

test('isZero refuses a text that is no integer, such as an empty one', () => {
  expect(() => isZero('')).toThrow(RangeError)
})
