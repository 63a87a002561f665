import { simulate } from '@trading-network/simulator'
import { expect } from 'vitest'
import { contents } from '../contents.ts'
import { ingestInto, sourceOf } from '../running.ts'

/** The lines of a network, and a cut after each block. */
export function network(seed: number, blocks: number) {
  const lines = [...simulate({ seed, blocks, scale: 1 })]
  const ends = lines.flatMap((line, index) => (line.includes('"endBlock"') ? [index + 1] : []))
  return { lines, until: (block: number) => sourceOf(lines.slice(0, ends[block - 1])) }
}

/** Expects that a mirror has the rows of its file, and the file those of an ingest without faults. */
export async function expectEqual(
  url: string,
  path: string,
  lines: readonly string[],
  keep?: bigint,
): Promise<void> {
  const rows = await contents(path)
  expect(await contents(url)).toEqual(rows)
  const clean = `${path}.clean`
  await ingestInto(clean, lines, { keep })
  expect(rows).toEqual(await contents(clean))
}
