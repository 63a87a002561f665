import { expect, test } from 'vitest'
import { judge } from './memory.ts'
import { runSoak } from './soak.ts'

test('memory that grows after the warm-up is reported, other memory is not', () => {
  const warming = Array.from({ length: 30 }, (_, index) => 100 + index)
  const level = Array.from({ length: 60 }, (_, index) => 150 + (index % 7))
  expect(judge([...warming, ...level]).isFlat).toBe(true)
  const leaking = Array.from({ length: 90 }, (_, index) => 100 + 2 * index)
  expect(judge(leaking)).toMatchObject({ isFlat: false, growth: expect.closeTo(1.3, 1) })
})

test('a few seconds of soak send every kind of request, and lose none', async () => {
  const lines: string[] = []
  const say = (line: string) => lines.push(line)
  const { text } = await runSoak({ minutes: 0.08, rate: 150, say, everySeconds: 2 })
  expect(lines.join('\n')).toMatch(
    /^ +0\.\d min {3}serve +RSS [\d.]+ MB, anonymous [\d.]+ MB, heap [\d.]+ MB, event loop p99 [\d.]+ ms$/m,
  )
  expect(text).toMatch(/^serve: memory, last third to middle third: [\d.]+, /m)
  expect(text).toMatch(/^ingest: memory, last third to middle third: /m)
  for (const result of ['200', '304', '400', '404', '405', 'left']) expect(text).toContain(`${result}: `)
  // A busy machine refuses with 503; the soak calls that a failure, this test does not.
  expect(text).not.toMatch(/50[0-24-9]: |lost/)
})
