import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../../../test/scratch.ts'
import { createDatabase } from '../../ingest/open-writer.ts'
import { tables } from '../../projections/index.ts'
import { read } from '../reading/reading.ts'
import { CHECKPOINT, checkpointValues, genesis } from '../tables/checkpoint.ts'
import { readDatabase } from './database-file.ts'
import { SqliteReader } from './reader.ts'

const { newPath } = scratchFolder()

test('the rows of a turn are those of its checkpoint, which is read again after a commit', async () => {
  const path = newPath()
  const writer = createDatabase(path)
  const commit = (height: bigint) => {
    writer.exec('BEGIN')
    writer.run(CHECKPOINT.put, checkpointValues({ ...genesis, chain: 'a', height }, 'run'))
    writer.run('INSERT INTO names (text) VALUES (?)', [String(height)])
    writer.exec('COMMIT')
  }
  const reader = new SqliteReader(readDatabase(path, tables))
  onTestFinished(() => {
    reader.close()
    writer.close()
  })
  const state = async () => {
    const { result, head } = await reader.answer(() => read('SELECT count(*) FROM names', []))
    return [head.height, result[0]?.[0]]
  }
  commit(1n)
  expect(await state()).toEqual([1n, 1n])
  await nextTurn()
  // Nothing has changed, so the checkpoint is the known one.
  expect(await state()).toEqual([1n, 1n])
  commit(2n)
  expect(await state()).toEqual([1n, 1n])
  await nextTurn()
  expect(await state()).toEqual([2n, 2n])
})
