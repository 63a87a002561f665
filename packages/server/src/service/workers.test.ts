import cluster, { type Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scratchFolder } from '../../test/scratch.ts'
import { createDatabase } from '../ingest/open-writer.ts'
import { standardError } from '../standard-error.ts'
import type { ServeOptions } from './serve.ts'
import { serveWorkers } from './workers.ts'

const { newPath } = scratchFolder()
const database = newPath()
createDatabase(database).close()

/**
 * A process that the test ends itself. As with a real one (Node's documentation, `cluster.Worker`): `kill` ends it at
 * once, `exit` follows, and then its channel takes nothing: `send` would throw `ERR_IPC_CHANNEL_CLOSED`.
 */
class StoppedProcess extends EventEmitter {
  #isAlive = true
  readonly process = { pid: 4711, kill: (signal: string) => this.die(null, signal) }
  isConnected = () => this.#isAlive
  send = vi.fn(() => {
    if (!this.#isAlive) throw new Error('ERR_IPC_CHANNEL_CLOSED')
  })
  die(code: number | null, signal: string | null): void {
    this.#isAlive = false
    this.emit('exit', code, signal)
  }
}

const forked: StoppedProcess[] = []
const exit = vi.fn()
const write = vi.fn()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  forked.length = 0
  exit.mockClear()
  write.mockClear()
  vi.spyOn(cluster, 'setupPrimary').mockReturnValue()
  vi.spyOn(cluster, 'fork').mockImplementation(() => {
    const worker = new StoppedProcess()
    forked.push(worker)
    return worker as unknown as Worker
  })
  vi.spyOn(process, 'exit').mockImplementation(exit as never)
  vi.spyOn(standardError, 'write').mockImplementation(write)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Starts a service. Nobody waits for it: its workers are those of the test. */
async function start(workers: number): Promise<void> {
  void serveWorkers('', { database, host: '127.0.0.1', port: 0, log: 'silent' } as ServeOptions, workers)
  await vi.waitFor(() => expect(forked.length).toBe(workers))
}

/** Lets seconds pass, in which some workers are alive. */
function pass(seconds: number, ...alive: (StoppedProcess | undefined)[]): void {
  for (let second = 0; second < seconds; second += 1) {
    for (const worker of alive) worker?.emit('message', { alive: true })
    vi.advanceTimersByTime(1_000)
  }
}

test('a worker that hangs before it listens is replaced after two minutes', async () => {
  await start(2)
  const [good, hanging] = forked
  good?.emit('message', { url: 'http://127.0.0.1:1' })
  pass(119, good)
  expect(forked.length).toBe(2)
  pass(3, good)
  expect(forked.length).toBe(3)
  expect([good?.isConnected(), hanging?.isConnected()]).toEqual([true, false])
  expect(write).toHaveBeenCalledExactlyOnceWith('warning: worker 4711 does not answer; it is replaced\n')
})

test.each([1, 4])('%d workers may die five times each in a minute, and no more often', async workers => {
  await start(workers)
  const die = () => forked.at(-1)?.die(1, null)
  for (let death = 0; death < 5 * workers; death += 1) die()
  expect([forked.length, exit.mock.calls]).toEqual([6 * workers, []])
  // Those of an earlier minute do not count.
  pass(61, ...forked)
  for (let death = 0; death < 5 * workers; death += 1) die()
  expect(exit).not.toHaveBeenCalled()
  die()
  expect(exit).toHaveBeenCalledExactlyOnceWith(1)
  expect(write).toHaveBeenLastCalledWith(expect.stringContaining('exit code 1); giving up'))
})
