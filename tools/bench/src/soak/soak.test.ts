import { expect, test } from 'vitest'
import { judge } from './memory.ts'
import { soak } from './soak.ts'

test('memory that grows after the warm-up is told from memory that does not', () => {
  const warming = Array.from({ length: 30 }, (_, index) => 100 + index)
  const level = Array.from({ length: 60 }, (_, index) => 150 + (index % 7))
  expect(judge([...warming, ...level]).flat).toBe(true)
  const leaking = Array.from({ length: 90 }, (_, index) => 100 + 2 * index)
  expect(judge(leaking)).toMatchObject({ flat: false, growth: expect.closeTo(1.3, 1) })
})

test('a few seconds of soak send every kind of request, and lose none', async () => {
  const lines: string[] = []
  await soak({ minutes: 0.08, rate: 150, say: line => lines.push(line), everySeconds: 2 })
  const report = lines.join('\n')
  expect(report).toMatch(
    /^0\.\d min {3}serve +RSS [\d.]+ MB, own [\d.]+ MB, heap [\d.]+ MB, event loop p99 [\d.]+ ms$/m,
  )
  expect(report).toMatch(/^serve: the last third takes [\d.]+ of the middle third: /m)
  expect(report).toMatch(/^ingest: the last third takes/m)
  const [requests = ''] = lines.slice(-1)
  for (const outcome of ['200', '304', '400', '404', '405', 'left'])
    expect(requests).toContain(`${outcome}: `)
  // A busy machine refuses with 503; the soak calls that a failure, this test does not.
  expect(requests).not.toMatch(/50[0-24-9]: |lost/)
})
