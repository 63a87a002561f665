import { expect, test } from 'vitest'
import { cpuTime, inRounds, median, medianRatio, quantile, timeInRounds } from './rounds.ts'

test('subjects are measured in turn, every other round backwards, and the first round does not count', async () => {
  const calls: string[] = []
  const figures = await inRounds(['a', 'b'], 2, async (subject, { round, index }) => {
    calls.push(`${subject}${index}`)
    return round
  })
  expect(calls).toEqual(['a0', 'b1', 'b1', 'a0', 'a0', 'b1'])
  expect(figures).toEqual([
    [1, 2],
    [1, 2],
  ])
})

test('a time is for one call, and waits for a promise', async () => {
  let calls = 0
  const works = async () => {
    calls += 1
    await Promise.resolve()
    for (const before = cpuTime(); cpuTime() - before < 5000; );
  }
  const [atOnce = [], working = []] = await timeInRounds([() => 1, works], { rounds: 2, calls: 3 })
  expect(calls).toBe(9)
  expect(atOnce).toHaveLength(2)
  expect(Math.min(...working)).toBeGreaterThan(4000)
})

test.each([
  [[3], 3],
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 3],
])('the median of %j is %d', (figures, middle) => {
  expect(median(figures)).toBe(middle)
})

test('99 of 100 figures are below their quantile', () => {
  const figures = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect(quantile(figures, 0.99)).toBe(100)
  expect(quantile(figures, 0.5)).toBe(51)
})

test('a ratio is taken within each round before the median', () => {
  // The machine was ten times slower in the second round, which no ratio notices.
  expect(medianRatio([2, 20, 2], [1, 10, 1])).toBe(2)
})
