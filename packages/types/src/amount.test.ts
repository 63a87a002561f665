import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Amount, compareAmounts, formatAmount, parseAmount } from './amount.ts'

const integers = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n })
const decimalPlaces = fc.integer({ min: 0, max: 30 })

describe('amounts', () => {
  test('writing and reading gives the amount back, at any size and scale', () => {
    fc.assert(
      fc.property(integers, decimalPlaces, (value, decimals) => {
        expect(parseAmount(formatAmount(value, decimals), decimals)).toBe(`${value}`)
      }),
    )
  })

  test.each([
    ['123456', 5, '1.23456'],
    ['100000', 5, '1'],
    ['5', 5, '0.00005'],
    ['-5', 1, '-0.5'],
    ['-1234500', 4, '-123.45'],
    ['0', 18, '0'],
    ['42', 0, '42'],
    ['340282366920938463463374607431768211456', 18, '340282366920938463463.374607431768211456'],
  ] as const)('%s with %d decimals is %s', (amount, decimals, text) => {
    expect(formatAmount(amount, decimals)).toBe(text)
    expect(parseAmount(text, decimals)).toBe(amount)
  })

  test('zeros at either end change nothing', () => {
    expect(parseAmount('007.5000', 1)).toBe('75')
    expect(parseAmount('-0', 5)).toBe('0')
  })

  test('are compared as integers, at any size', () => {
    fc.assert(
      fc.property(integers, integers, (a, b) => {
        const expected = a < b ? -1 : a > b ? 1 : 0
        expect(compareAmounts(`${a}` as Amount, `${b}` as Amount)).toBe(expected)
      }),
    )
    const sorted = (['10', '-2', '9', '10', '100'] as const).toSorted(compareAmounts)
    expect(sorted).toEqual(['-2', '9', '10', '10', '100'])
    expect(() => compareAmounts('' as Amount, '1')).toThrow(RangeError)
  })

  test.each(['1,000', '1e3', '.5', '5.', '+1', ' 1', '', 'NaN', '1.2.3'])('%j is not an amount', text => {
    expect(() => parseAmount(text, 5)).toThrow('is not an amount: write digits')
  })

  test('more decimals than fit are refused, never rounded', () => {
    expect(() => parseAmount('1.234', 2)).toThrow('"1.234" has 3 decimals where 2 fit: round it first')
    expect(() => parseAmount('0.1', 0)).toThrow('has 1 decimals where 0 fit')
  })

  test.each([-1, 1.5, Number.NaN])('%d decimals make no sense', decimals => {
    expect(() => formatAmount('1', decimals)).toThrow('give the whole number of decimal places')
    expect(() => parseAmount('1', decimals)).toThrow('give the whole number of decimal places')
  })

  test('text that is not an integer is refused even past the type', () => {
    expect(() => formatAmount('1.5' as Amount, 2)).toThrow(RangeError)
  })
})
