import { existsSync, renameSync, rmSync } from 'node:fs'
import { Random } from '@trading-network/simulator'
import { expect, it } from 'vitest'
import { ingest } from '../../src/ingest/ingest.ts'
import type { IngestOptions } from '../../src/ingest/options.ts'
import type { Source } from '../../src/ingest/source.ts'
import { Killed, mortalWriter } from '../mortal-writer.ts'
import { ingestInto } from '../running.ts'
import { mirroredNetwork } from './compared.ts'
import { openMirrored } from './mirrored.ts'

const BLOCKS = 60
const KEEP = 20_000_000_000n

/** Ingests into a file, in a process that is killed before one of its statements. Returns false if that comes too late. */
async function killedIngest(path: string, source: Source, options: IngestOptions, statement: number) {
  const crashed = `${path}.crashed`
  const writer = mortalWriter(path, statement, crashed)
  try {
    await ingest(source, writer, options)
    writer.close()
    return false
  } catch (error) {
    writer.rollback()
    writer.close()
    if (!(error instanceof Killed)) throw error
  }
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(path + suffix, { force: true })
    if (existsSync(crashed + suffix)) renameSync(crashed + suffix, path + suffix)
  }
  return true
}

it.each([
  [1, undefined],
  [2, KEEP],
  [3, KEEP],
])(
  'history %i: after kills, resumes and runs without the mirror, the mirror has the rows of its file, keep %s',
  async (seed, keep) => {
    const random = new Random(seed, 'mirror')
    const { url, path, lines, until, expectEqual } = await mirroredNetwork(30 + seed, BLOCKS)
    let kills = 0
    for (let block = 5, isLeft = false; block < BLOCKS; block += random.between(2, 6), isLeft = !isLeft) {
      const options = { keep, batchEvents: random.between(1, 200) }
      // A few commits at once.
      const both = openMirrored(path, url, { maxPart: random.between(1, 300) })
      await both.store(until(block), options)
      await both.close(isLeft)
      if (await killedIngest(path, until(block + 1), options, random.below(50))) kills += 1
      else await ingestInto(path, until(block + 2), options)
    }
    expect(kills).toBeGreaterThan(2)
    await ingestInto(url, lines, { keep })
    await expectEqual(keep)
  },
)
