import { afterEach, describe, expect, it, vi } from 'vitest'
import { limitOf } from './requested-delay.ts'

afterEach(() => void vi.useRealTimers())

const hinted = (hints: Record<string, string>, status = 503) =>
  limitOf(new Response(null, { status, headers: hints })).delay

describe('the delay of a limit', () => {
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
    expect(hinted({ 'retry-after': value })).toBe(expected)
  })

  it('counts the seconds until a date, and takes no hint from one that has passed', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12, 0, 0) })
    expect(hinted({ 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' })).toBe(30)
    expect(hinted({ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' })).toBeUndefined()
    expect(hinted({ 'ratelimit-reset': `${Date.now() / 1000 + 30}` })).toBe(30)
  })

  it('counts dates from the clock of the server, where it can be read', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12, 0, 0) })
    const ahead = { date: 'Sat, 21 Nov 2026 12:10:00 GMT' }
    expect(hinted({ 'retry-after': 'Sat, 21 Nov 2026 12:10:02 GMT', ...ahead })).toBe(2)
    expect(hinted({ 'retry-after': 'Sat, 21 Nov 2026 12:00:02 GMT', date: 'soon' })).toBe(2)
    expect(hinted({ 'retry-after': '3', ...ahead })).toBe(3)
  })

  it('falls back to the header of a banned client, then to the end of the limit', () => {
    const [first, second, third] = ['retry-after', 'ratelimit-retry-after', 'ratelimit-reset']
    expect(hinted({ [second!]: '600' })).toBe(600)
    expect(hinted({ [first!]: '3', [second!]: '600', [third!]: '1' })).toBe(3)
    expect(hinted({ [first!]: 'soon', [second!]: '600', [third!]: '1' })).toBe(600)
    expect(hinted({ [third!]: '1' })).toBe(1)
    expect(hinted({})).toBeUndefined()
  })

  it.each([
    [429, 1],
    [503, 1],
    [404, undefined],
    [500, undefined],
  ])('to a %i takes the end of the limit, which comes with every answer, as %j', (status, expected) => {
    expect(hinted({ 'ratelimit-reset': '1' }, status)).toBe(expected)
  })

  it('after a success takes the end of the limit if nothing of it is left', () => {
    expect(hinted({ 'ratelimit-reset': '1', 'ratelimit-remaining': '0' }, 200)).toBe(1)
    expect(hinted({ 'ratelimit-reset': '1', 'ratelimit-remaining': '1' }, 200)).toBeUndefined()
  })
})
