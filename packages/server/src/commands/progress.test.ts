import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Progress } from '../ingest/ingest.ts'
import { genesis } from '../store/tables/checkpoint.ts'
import { IngestProgress } from './progress.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Returns a function that shows progress after some seconds, and what it has written. */
function reporting({ isTTY, size = 1000 }: { isTTY: boolean; size?: number }) {
  const written: string[] = []
  let bytes = 0
  const stream = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream
  const source = { name: 'events', size, bytesRead: () => bytes, records: async function* () {} }
  const report = new IngestProgress(source, stream)
  const after = (seconds: number, read: number, height: bigint, events: number) => {
    vi.advanceTimersByTime(seconds * 1000)
    bytes = read
    const checkpoint = { ...genesis, height }
    const progress: Progress = {
      blocks: 0,
      skipped: 0,
      leftOut: 0,
      events,
      types: new Map(),
      records: 0,
      checkpoint,
    }
    report.update(progress)
  }
  return { after, written }
}

it('shows the share of the input and the time that is left', () => {
  const { after, written } = reporting({ isTTY: true })
  after(10, 250, 7n, 5000)
  expect(written).toEqual(['\r\u001b[Kblock 7 · 5,000 events · 500 events/s · 25 % · 30 s left'])
})

it('shows no share beyond the input that was there at the start', () => {
  const { after, written } = reporting({ isTTY: true })
  after(10, 1780, 9n, 5000)
  expect(written).toEqual(['\r\u001b[Kblock 9 · 5,000 events'])
})

it('shows that bytes are read while no block is stored', () => {
  const { after, written } = reporting({ isTTY: true })
  after(10, 10, -1n, 0)
  expect(written).toEqual(['\r\u001b[Kno block yet · 0 events · 0 events/s · 1 % · 17 min left'])
})

it('writes nothing to a log', () => {
  const { after, written } = reporting({ isTTY: false })
  after(10, 250, 7n, 5000)
  expect(written).toEqual([])
})
