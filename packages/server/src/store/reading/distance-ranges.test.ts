import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classOf } from '../tables/distance.ts'
import { narrowed } from './distance-ranges.ts'

const time = fc.bigInt({ min: 0n, max: 2n ** 62n })
const range = fc
  .tuple(time, fc.bigInt({ min: 1n, max: 2n ** 60n }))
  .map(([start, length]) => ({ start, end: start + length }))

const stretchOf = (at: bigint, to: bigint, { start, end }: { start: bigint; end: bigint }) => {
  const { after, before } = narrowed({}, { start, end }, Number(classOf(to - at)))
  // Rows at these times are in the range, since positions are never negative.
  return at >= (after?.at ?? at) && at < (before?.at ?? at + 1n)
}

test('the first and the last time of a range are in it, at the shortest and the longest distance of each class', () => {
  const range = { start: 2n ** 62n - 1000n, end: 2n ** 62n }
  for (let bits = 28n; bits <= 61n; bits += 1n) {
    for (const distance of [2n ** bits, 2n ** (bits + 1n) - 1n, -(2n ** bits), 1n - 2n ** bits, -1n, 0n]) {
      for (const to of [range.start, range.end - 1n]) expect(stretchOf(to - distance, to, range)).toBe(true)
    }
  }
})

test('a row that is passed over was on its way when the range began or ended, or shortly before', () => {
  let passed = 0
  const near = fc.record({
    range,
    bits: fc.integer({ min: 30, max: 58 }),
    share: fc.nat(999),
    off: fc.nat(1999),
  })
  fc.assert(
    fc.property(near, fc.constantFrom('start', 'end'), ({ range, bits, share, off }, edge) => {
      // A class begins with a power of two.
      const shortest = 2n ** BigInt(bits)
      const distance = shortest + (shortest * BigInt(share)) / 1000n
      const to = range[edge] + (shortest * BigInt(off - 1000)) / 1000n
      const at = to - distance
      if ((to >= range.start && to < range.end) || !stretchOf(at, to, range)) return
      passed += 1
      const moment = range[to < range.start ? 'start' : 'end'] - shortest
      expect(at <= moment && moment <= to).toBe(true)
    }),
    { numRuns: 5000 },
  )
  expect(passed).toBeGreaterThan(500)
})

test('an end of a range that is open bounds nothing, one that no time reaches nothing but that', () => {
  const stretch = { after: { at: 5n, pos: 6n }, before: { at: 8n, pos: 9n } }
  for (const number of [0, 1, 7, 31]) {
    expect(narrowed({}, {}, number)).toEqual({})
    expect(narrowed(stretch, {}, number)).toEqual(stretch)
  }
  const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n]
  expect(narrowed({}, { end: least }, 9)).toEqual({ before: { at: least, pos: -1n } })
  expect(narrowed({}, { start: least }, 9)).toEqual({ after: { at: least, pos: -1n } })
  // The other time of a row may be the earlier one, so that a row at the last time can be in the range.
  expect(narrowed({}, { end: most }, 1)).toEqual({ before: { at: most, pos: most } })
  expect(narrowed({}, { start: 0n, end: most }, 0, 31)).toEqual({
    after: { at: least, pos: -1n },
    before: { at: most, pos: most },
  })
  expect(narrowed(stretch, { start: least, end: most }, 9)).toEqual(stretch)
})
