import { expect, it, onTestFinished, vi } from 'vitest'
import { notFound } from '../responses/problem.ts'
import { Unavailable } from '../store/database-error.ts'
import type { PostgresReader } from '../store/postgres/reader.ts'
import type { Reading } from '../store/reading/reading.ts'
import { type Checkpoint, genesis } from '../store/tables/checkpoint.ts'
import { ReadPool } from './replicas.ts'

/** A replica at block 5 and a primary at block 9 that count their readings, and a clock that the test sets. */
function pool() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const reader = (height: bigint) => {
    const state = {
      down: false,
      readings: 0,
      async answer<Result>(reading: (head: Checkpoint) => Reading<Result>) {
        state.readings += 1
        if (state.down) throw new Unavailable('it is down')
        const head = { ...genesis, height }
        const { value } = reading(head).next([])
        return { result: value as Result, head }
      },
    }
    return state
  }
  const [primary, replica] = [reader(9n), reader(5n)]
  const [first, second] = [primary, replica] as unknown as [PostgresReader, PostgresReader]
  return { primary, replica, pool: new ReadPool(first, [second]) }
}

// biome-ignore lint/correctness/useYield: what is read does not matter here
function* found(): Reading<string> {
  return 'found'
}

// biome-ignore lint/correctness/useYield: nor here
function* missing(): Reading<string> {
  throw notFound('ORDER_NOT_FOUND', 'There is no such order', {})
}

const CALLS: [of: string, call: (pool: ReadPool) => Promise<unknown>][] = [
  ['is a record', pool => pool.answer(found)],
  ['is a 404', pool => expect(pool.answer(missing)).rejects.toThrow('There is no such order')],
  ['is that it stands below the block asked for', pool => pool.answer(found, 7n)],
  ['is that all stand below it', pool => expect(pool.answer(found, 99n)).rejects.toThrow('is at block 9')],
]

it.each(CALLS)(
  'a replica gets its share again when its first response after a failure %s',
  async (_, call) => {
    const { replica, pool: readings } = pool()
    replica.down = true
    await readings.answer(found)
    expect(replica.readings).toBe(1)

    replica.down = false
    vi.advanceTimersByTime(1001)
    await call(readings)
    expect(replica.readings).toBe(2)
    for (let number = 0; number < 10; number += 1) await readings.answer(found)
    expect(replica.readings).toBe(12)
  },
)

it('a replica that still fails is asked by one request a second', async () => {
  const { primary, replica, pool: readings } = pool()
  replica.down = true
  for (let second = 1; second <= 3; second += 1) {
    for (let number = 0; number < 10; number += 1) await readings.answer(found)
    expect([replica.readings, primary.readings]).toEqual([second, second * 10])
    vi.advanceTimersByTime(1001)
  }
})
