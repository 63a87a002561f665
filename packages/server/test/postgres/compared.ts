import { simulate } from '@trading-network/simulator'
import { expect } from 'vitest'
import { contents } from '../contents.ts'
import { newPlace } from '../database.ts'
import { ingestInto, sourceOf } from '../running.ts'
import { fileOf } from './mirrored.ts'

/** The lines of a network, and a cut after each block. */
export function network(seed: number, blocks: number) {
  const lines = [...simulate({ seed, blocks, scale: 1 })]
  const ends = lines.flatMap((line, index) => (line.includes('"endBlock"') ? [index + 1] : []))
  return { lines, until: (block: number) => sourceOf(lines.slice(0, ends[block - 1])) }
}

/** A network of which some blocks are in a mirror and its file. */
export async function mirroredNetwork(seed: number, blocks: number, stored = 0) {
  const url = await newPlace()
  const path = fileOf(url)
  const { lines, until } = network(seed, blocks)
  if (stored > 0) await ingestInto(url, until(stored))
  /** Expects that the mirror has the rows of the file, and the file those of an ingest without faults. */
  const expectEqual = async (keep?: bigint) => {
    const rows = await contents(path)
    expect(await contents(url)).toEqual(rows)
    const clean = `${path}.clean`
    await ingestInto(clean, lines, { keep })
    expect(rows).toEqual(await contents(clean))
  }
  return { url, path, lines, until, expectEqual }
}
