import type { Checkpoint } from './checkpoint.ts'

/** A stored block with its hashes: genesis and the first block share a height. */
export type BlockHashes = Pick<Checkpoint, 'height' | 'hashes'>

/** Hashes of this many last blocks are kept, and of every {@link STEP}th one before. */
const RECENT = 10_000n
const STEP = 1_000n

/** The table of hashes, by which another history under the same chain id is noticed at its first block. */
export const BLOCK_HASHES = {
  read: 'SELECT height, hashes FROM blocks ORDER BY height',
  prune: `DELETE FROM blocks WHERE height BETWEEN ?1 AND ?2 AND height % ${STEP} <> 0`,
}

/** Returns the height of the block whose hashes are no longer kept after this one; -1 for none. */
export function forgottenAt(height: bigint): bigint {
  const old = height - RECENT
  return isStep(old) ? -1n : old
}

/** Returns the blocks of a batch whose hashes are kept after the last block. */
export function keptOf(blocks: readonly BlockHashes[], last: bigint): BlockHashes[] {
  return blocks.filter(({ height }) => height > last - RECENT || isStep(height))
}

/** Returns the range of heights to prune after blocks from `first` to `last`. */
export function prunedHeights(first: bigint, last: bigint): readonly [from: bigint, to: bigint] {
  return [first - RECENT - 1n, last - RECENT]
}

/** Reads the rows of `BLOCK_HASHES.read`. */
export function blockHashesOf(rows: readonly unknown[][]): BlockHashes[] {
  return rows.map(([height, hashes]) => ({ height: height as bigint, hashes: String(hashes).split(' ') }))
}

function isStep(height: bigint): boolean {
  return height % STEP === 0n
}
