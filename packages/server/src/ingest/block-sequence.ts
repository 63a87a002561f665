import type { Block } from '../projections/batch.ts'
import { shortened } from './printable.ts'
import type { Position } from './whole-block.ts'

/** Events are missing, or belong elsewhere. No quarantine helps, since the missing ones may be anything. */
export class OutOfOrder extends Error {
  override readonly name = 'OutOfOrder'
}

/**
 * Returns true for a stored block, false for the next one.
 *
 * @throws OutOfOrder for any other block
 */
export function isStored(block: Block, stored: Position): boolean {
  if (stored.height < 0n || block.height === stored.height + 1n) return false
  if (block.height < stored.height) return true
  if (block.height > stored.height) {
    throw new OutOfOrder(
      `block ${block.height} does not follow block ${stored.height}, the last one stored; give the events from block ${stored.height + 1n} on`,
    )
  }
  // A block that was set aside may have no known hash.
  if (stored.hashes.includes(block.hash) || stored.hashes.includes('')) return true
  // Genesis and the first block have the same height and time, but different hashes. Any other mismatch is another
  // history.
  if (stored.hashes.length === 1 && block.time === stored.time) return false
  throw new OutOfOrder(
    `block ${block.height} has hash ${shortened(block.hash)}, but ${stored.hashes.join(', ')} is stored: this is another history; ingest it into a new database`,
  )
}
