import { describe, expect, test } from 'vitest'
import { inTurn, Random } from './random.ts'

function draw(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => random.bits())
}

describe('Random', () => {
  test('repeats itself for the same seed and stream, and for no other', () => {
    const drawn = draw(new Random(7, 'orders'), 20)
    expect(draw(new Random(7, 'orders'), 20)).toEqual(drawn)
    expect(draw(new Random(8, 'orders'), 20)).not.toEqual(drawn)
    expect(draw(new Random(7, 'accounts'), 20)).not.toEqual(drawn)
  })

  test('hits every value of a small range, and chances in proportion', () => {
    const random = new Random(1, 'range')
    const values = new Set(Array.from({ length: 200 }, () => random.between(3, 6)))
    expect([...values].sort()).toEqual([3, 4, 5, 6])
    const heads = Array.from({ length: 10_000 }, () => random.chance(0.2)).filter(Boolean).length
    expect(heads).toBeGreaterThan(1_800)
    expect(heads).toBeLessThan(2_200)
  })

  test('happens a mean number of times: the integers around it', () => {
    const random = new Random(1, 'times')
    const times = Array.from({ length: 1000 }, () => random.times(2.5))
    expect(new Set(times)).toEqual(new Set([2, 3]))
    expect(random.times(4)).toBe(4)
    expect(random.times(0)).toBe(0)
  })
})

test('inTurn hands out a list again and again', () => {
  const next = inTurn(['a', 'b'])
  expect([next(), next(), next()]).toEqual(['a', 'b', 'a'])
})
