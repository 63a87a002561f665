import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Progress } from '../ingest/options.ts'
import { genesis } from '../store/tables/checkpoint.ts'
import { ingestProgress, ProgressLine } from './progress.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Describes the progress after ten seconds, at an input that had 1,000 bytes at the start. */
function after(read: number, height: bigint, events: number): string {
  const source = { name: 'events', size: 1000, bytesRead: () => read, records: async function* () {} }
  const counts = {
    blocks: 0,
    skipped: 0,
    repeated: 0,
    leftOut: 0,
    events,
    types: new Map(),
    records: 0,
    isEmpty: true,
  }
  const progress: Progress = { ...counts, checkpoint: { ...genesis, height } }
  return ingestProgress(source, progress, 10)
}

it('shows the share of the input and the time that is left', () => {
  expect(after(250, 7n, 5000)).toBe('block 7 · 5,000 events · 500 events/s · 25 % · 30 s left')
})

it('shows no share beyond the input that was there at the start', () => {
  expect(after(1780, 9n, 5000)).toBe('block 9 · 5,000 events')
})

it('shows that bytes are read while no block is stored', () => {
  expect(after(10, -1n, 0)).toBe('no block yet · 0 events · 0 events/s · 1 % · 17 min left')
})

it.each([
  [true, ['\r\u001b[Kone', '\r\u001b[Kthree', '\r\u001b[K']],
  [false, []],
])('is redrawn on a terminal, at most five times a second, and absent in a log (%s)', (isTTY, expected) => {
  const written: string[] = []
  const line = new ProgressLine({ isTTY, write: text => written.push(text) })
  for (const [text, milliseconds] of [
    ['one', 200],
    ['two', 199],
    ['three', 1],
  ] as const) {
    vi.advanceTimersByTime(milliseconds)
    line.show(() => text)
  }
  line.end()
  expect(written).toEqual(expected)
})
