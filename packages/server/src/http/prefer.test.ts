import { describe, expect, test } from 'vitest'
import { preferredWait } from './prefer.ts'

describe('the wait of a Prefer header', () => {
  test.each([
    ['wait=5', 5],
    ['wait="5"', 5],
    ['WAIT = 5', 5],
    ['respond-async, wait=5', 5],
    ['respond-async; x="a, wait=9", wait=5; y=1', 5],
    ['foo="a\\", wait=9", wait=5', 5],
    ['wait=5, wait=9', 5],
    ['wait=0', 0],
    ['wait=007', 7],
    ['wait=999999999999', 50],
    [`wait=${'9'.repeat(5_000)}`, 50],
    ['handling=lenient,,wait=5,', 5],
  ])('%s', (header, seconds) => {
    expect(preferredWait(header, 50)).toBe(seconds)
  })

  test.each([
    undefined,
    '',
    'wait',
    'wait=',
    'wait=-1',
    'wait=+1',
    'wait=1.5',
    'wait=5s',
    'wait=x, wait=5',
    'wait; wait=5',
    'waiting=5',
    'foo="wait=5"',
    'foo="a, wait=5',
    "wait='5'",
  ])('is ignored in: %s', header => {
    expect(preferredWait(header, 50)).toBeUndefined()
  })

  test('takes no long time to read, whatever a client sends', () => {
    const hostile = ['"', '\\"', '"\\', 'wait ', 'a;', ',"', 'wait=1;', ' ', '"a"', 'wait="']
    const start = process.cpuUsage()
    for (const text of hostile) preferredWait(text.repeat(32_768 / text.length), 50)
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(500)
  })
})
