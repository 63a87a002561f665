import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { scratchFolder } from '../../../test/scratch.ts'
import { createDatabase } from '../../ingest/open-writer.ts'
import { tables } from '../../projections/index.ts'
import { type Reading, read, type Turns } from '../reading/reading.ts'
import { CHECKPOINT, checkpointValues, genesis } from '../tables/checkpoint.ts'
import { SqliteReader } from './reader.ts'

const { newPath } = scratchFolder()

const LONG = 30

/** Counts the names again and again. */
function* counting(statements: number): Reading<unknown[]> {
  const counts: unknown[] = []
  for (let number = 0; number < statements; number += 1)
    counts.push((yield* read({ text: 'SELECT count(*) FROM names', values: [], weight: 1000 }))[0]?.[0])
  return counts
}

function opened() {
  const path = newPath()
  const writer = createDatabase(path)
  const commit = (height: bigint) => {
    writer.exec('BEGIN')
    writer.run(CHECKPOINT.put, checkpointValues({ ...genesis, chain: 'a', height }, 'run'))
    writer.run('INSERT INTO names (text) VALUES (?)', [String(height)])
    writer.exec('COMMIT')
  }
  commit(1n)
  const reader = new SqliteReader(path, tables)
  onTestFinished(() => {
    reader.close()
    writer.close()
  })
  return { commit, reader }
}

/** The turns of a client, noted in a list. */
function turnsOf(client: string, noted: string[]): Turns {
  return {
    client,
    next: async () => {
      await nextTurn()
      noted.push(client)
    },
  }
}

test('the rows of a turn are those of its checkpoint, which is read again after a commit', async () => {
  const { commit, reader } = opened()
  const state = async () => {
    const { result, head } = await reader.answer(() =>
      read({ text: 'SELECT count(*) FROM names', values: [] }),
    )
    return [head.height, result[0]?.[0]]
  }
  expect(await state()).toEqual([1n, 1n])
  await nextTurn()
  // Nothing has changed, so the checkpoint is the known one.
  expect(await state()).toEqual([1n, 1n])
  commit(2n)
  expect(await state()).toEqual([1n, 1n])
  await nextTurn()
  expect(await state()).toEqual([2n, 2n])
})

test('a short reading is answered at once', () => {
  const { reader } = opened()
  expect(reader.answer(() => counting(3))).toMatchObject({ result: [1n, 1n, 1n], head: { height: 1n } })
})

test('a long reading sees one block, and others are answered between its statements', async () => {
  const { commit, reader } = opened()
  const noted: string[] = []
  const long = reader.answer(() => counting(LONG), undefined, turnsOf('a', noted))
  while (noted.length < LONG / 2) await nextTurn()
  commit(2n)
  await nextTurn()
  expect(reader.answer(() => counting(1))).toMatchObject({ result: [2n], head: { height: 2n } })
  expect(noted.length).toBeLessThan(LONG)
  expect(await long).toEqual({
    result: Array.from({ length: LONG }, () => 1n),
    head: expect.objectContaining({ height: 1n }),
  })
})

test('a long reading begins again if a block comes before it has a snapshot of its own', async () => {
  const { commit, reader } = opened()
  const long = reader.answer(() => counting(LONG), undefined, turnsOf('a', []))
  commit(2n)
  expect(await long).toEqual({
    result: Array.from({ length: LONG }, () => 2n),
    head: expect.objectContaining({ height: 2n }),
  })
})

test('a client has one long reading at a time, beside those of others', async () => {
  const { reader } = opened()
  const noted: string[] = []
  const readings = ['a', 'a', 'b'].map(client =>
    reader.answer(() => counting(LONG), undefined, turnsOf(client, noted)),
  )
  await Promise.all(readings)
  const [first, second] = [noted.indexOf('b'), noted.lastIndexOf('b')]
  expect(noted.slice(first, second).filter(client => client === 'a').length).toBeLessThan(LONG + 2)
  expect(second).toBeLessThan(noted.lastIndexOf('a') - LONG / 2)
})

test('a client with too many long readings is refused, and not another one', async () => {
  const { reader } = opened()
  const answers = Array.from({ length: 9 }, () =>
    reader.answer(() => counting(LONG), undefined, turnsOf('a', [])),
  )
  await expect(answers.at(-1)).rejects.toThrow('too many long readings')
  await expect(reader.answer(() => counting(LONG), undefined, turnsOf('b', []))).resolves.toBeDefined()
  await Promise.all(answers.slice(0, -1))
})

test('a long reading whose client is gone leaves its place', async () => {
  const { reader } = opened()
  const gone: Turns = { client: 'a', next: () => Promise.reject(new Error('the client is gone')) }
  const refused = Array.from({ length: 8 }, () => reader.answer(() => counting(LONG), undefined, gone))
  for (const answer of refused) await expect(answer).rejects.toThrow('is gone')
  await expect(reader.answer(() => counting(LONG), undefined, turnsOf('a', []))).resolves.toBeDefined()
})

test('a long reading that waits for its own client gives its place to another one', async () => {
  const { reader } = opened()
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  let steps = 0
  const slow = (client: string): Turns => ({
    client,
    next: async () => {
      await nextTurn()
      steps += 1
      // Four clients that flood themselves: each step comes a second after the one before.
      if (steps % 4 === 0) vi.advanceTimersByTime(1000)
    },
  })
  const refused = ['a', 'b', 'c', 'd'].map(client =>
    expect(reader.answer(() => counting(LONG), undefined, slow(client))).rejects.toThrow('took too long'),
  )
  await expect(reader.answer(() => counting(LONG), undefined, turnsOf('e', []))).resolves.toBeDefined()
  await Promise.all(refused)
})

test('a long reading without a place is refused in time', async () => {
  const { reader } = opened()
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stuck = (client: string): Turns => ({ client, next: () => new Promise(() => undefined) })
  for (const client of ['a', 'b', 'c', 'd'])
    void reader.answer(() => counting(LONG), undefined, stuck(client))
  const refused = expect(reader.answer(() => counting(LONG), undefined, turnsOf('e', []))).rejects.toThrow(
    'no place',
  )
  await nextTurn()
  await vi.advanceTimersByTimeAsync(15_000)
  await refused
})
