import { expect, test } from 'vitest'
import { inTurn, median, medianRatio, timeInTurn } from './interleaved.ts'

test('subjects are called in turn, every other round backwards, the first round for warmth only', () => {
  const calls: string[] = []
  const subject = (name: string) => (call: number) => calls.push(`${name}${call}`)
  const times = timeInTurn([subject('a'), subject('b')], { rounds: 2, calls: 1 })
  expect(calls).toEqual(['b0', 'a0', 'a1', 'b1', 'b2', 'a2'])
  expect(times.map(({ length }) => length)).toEqual([2, 2])
})

test('positions stay with their elements when the order is turned round', () => {
  expect(inTurn(['a', 'b'], 0)).toEqual([
    [0, 'a'],
    [1, 'b'],
  ])
  expect(inTurn(['a', 'b'], 1)).toEqual([
    [1, 'b'],
    [0, 'a'],
  ])
})

test.each([
  [[3], 3],
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
])('the median of %j is %d', (figures, middle) => {
  expect(median(figures)).toBe(middle)
})

test('a ratio is taken within each round before the median', () => {
  // The machine was ten times slower in the second round, which no ratio notices.
  expect(medianRatio([2, 20, 2], [1, 10, 1])).toBe(2)
})
