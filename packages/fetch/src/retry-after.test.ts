import { afterEach, describe, expect, it, vi } from 'vitest'
import { retryAfter } from './retry-after.ts'

afterEach(() => void vi.useRealTimers())

describe('retryAfter', () => {
  it.each([
    ['120', 120],
    ['0', 0],
    ['1.5', 1.5],
    ['7, 7', 7],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
    ['Wed, 99 Nov 2026 00:00:00 GMT', undefined],
  ])('reads %j as %j', (value, expected) => {
    expect(retryAfter(new Headers({ 'retry-after': value }))).toBe(expected)
  })

  it('counts the seconds until a date, and takes no hint from one that has passed', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12, 0, 0) })
    const until = (date: string) => retryAfter(new Headers({ 'retry-after': date }))
    expect(until('Sat, 21 Nov 2026 12:00:30 GMT')).toBe(30)
    expect(until('Sat, 21 Nov 2026 11:00:00 GMT')).toBeUndefined()
  })

  it('falls back to the header of a banned client', () => {
    expect(retryAfter(new Headers({ 'ratelimit-retry-after': '600' }))).toBe(600)
    expect(retryAfter(new Headers({ 'retry-after': '3', 'ratelimit-retry-after': '600' }))).toBe(3)
    expect(retryAfter(new Headers({ 'retry-after': 'soon', 'ratelimit-retry-after': '600' }))).toBe(600)
    expect(retryAfter(new Headers())).toBeUndefined()
  })
})
