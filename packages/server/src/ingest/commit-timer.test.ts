import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CommitTimer } from './commit-timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A timer, and the times of its commits in milliseconds. */
function timed() {
  const start = performance.now()
  const commits: number[] = []
  const timer = new CommitTimer(() => {
    commits.push(performance.now() - start)
    timer.end()
  })
  return { timer, commits }
}

it('commits soon after the source has no more input', () => {
  const { timer, commits } = timed()
  timer.begin()
  timer.wait()
  vi.advanceTimersByTime(1000)
  expect(commits).toEqual([5])
})

it('adds up short waits, as for a source that trickles', () => {
  const { timer, commits } = timed()
  timer.begin()
  for (let event = 0; event < 10 && commits.length === 0; event += 1) {
    timer.wait()
    vi.advanceTimersByTime(2)
    timer.arrive()
  }
  expect(commits).toEqual([5])
})

it('leaves 20 ms between two commits', () => {
  const { timer, commits } = timed()
  for (let block = 0; block < 3; block += 1) {
    timer.begin()
    timer.wait()
    vi.advanceTimersByTime(6)
    timer.arrive()
    timer.wait()
    vi.advanceTimersByTime(30 - 6)
  }
  timer.begin()
  timer.wait()
  vi.advanceTimersByTime(5)
  timer.begin()
  timer.wait()
  vi.advanceTimersByTime(100)
  expect(commits).toEqual([5, 35, 65, 95, 115])
})

it('keeps long batches while the source has more input', () => {
  const { timer, commits } = timed()
  timer.begin()
  vi.advanceTimersByTime(2000)
  expect(commits).toEqual([500])
})

it('commits nothing while there is no batch', () => {
  const { timer, commits } = timed()
  timer.wait()
  vi.advanceTimersByTime(2000)
  timer.arrive()
  expect(commits).toEqual([])
})
