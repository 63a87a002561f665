import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBigInt, type UnixNanos } from './int64.ts'
import { fromDate, fromIso, toDate, toIso } from './time.ts'

const nanos = fc
  .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  .map(value => fromBigInt(value, 'unix-nanoseconds'))
const dates = fc.date({ min: new Date('1678-01-01'), max: new Date('2262-01-01'), noInvalidDate: true })

describe('timestamps', () => {
  test('a timestamp survives ISO text to the nanosecond', () => {
    fc.assert(fc.property(nanos, value => fromIso(toIso(value)) === value))
  })

  test('a date survives a timestamp', () => {
    fc.assert(fc.property(dates, date => toDate(fromDate(date)).getTime() === date.getTime()))
  })

  test('the same moment is read under any offset', () => {
    const offsets = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 })
    fc.assert(
      fc.property(dates, offsets, (date, minutes) => {
        const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, 23)
        const [hh, mm] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
        const offset = `${minutes < 0 ? '-' : '+'}${String(hh).padStart(2, '0')}:${String(mm).padStart(2, '0')}`
        expect(fromIso(local + offset)).toBe(fromDate(date))
      }),
    )
  })

  test('nanoseconds are written with nine decimals', () => {
    expect(toIso('1721159216123456789' as UnixNanos)).toBe('2024-07-16T19:46:56.123456789Z')
    expect(toIso('0' as UnixNanos)).toBe('1970-01-01T00:00:00.000000000Z')
    expect(toIso('-1' as UnixNanos)).toBe('1969-12-31T23:59:59.999999999Z')
  })

  test('a Date takes the millisecond before, on both sides of 1970', () => {
    expect(toDate('1999999' as UnixNanos).getTime()).toBe(1)
    expect(toDate('-1' as UnixNanos).getTime()).toBe(-1)
  })

  test.each([
    ['2024-07-16', '1721088000000000000'],
    ['2024-07-16T19:46:56Z', '1721159216000000000'],
    ['2024-07-16T21:46:56.5+02:00', '1721159216500000000'],
  ])('%s is read', (text, value) => {
    expect(fromIso(text)).toBe(value)
  })

  test.each([
    '2024-07-16T19:46:56',
    '2024-07-16T19:46Z',
    '2024-02-30T00:00:00Z',
    '2023-02-29',
    '2024-13-01',
    '2024-07-16T24:00:00Z',
    '2024-07-16T23:59:60Z',
    '2024-07-16T19:46:56.1234567891Z',
    '1721159216',
    '2263-01-01T00:00:00Z',
    '',
  ])('%j is refused', text => {
    expect(() => fromIso(text)).toThrow(RangeError)
  })

  test('a date that is invalid or out of reach is refused', () => {
    expect(() => fromDate(new Date('soon'))).toThrow('The date is invalid')
    expect(() => fromDate(new Date('2263-01-01'))).toThrow('does not fit unix-nanoseconds')
  })
})
