import type { BusEvent, Message } from '@trading-network/events'
import type { Block } from '../projections/batch.ts'
import { int64, sequence } from '../projections/fields.ts'
import { shortened } from './printable.ts'
import type { Position } from './whole-block.ts'

/** Events are missing, or belong elsewhere. No quarantine helps, since the missing ones may be anything. */
export class OutOfOrder extends Error {
  override readonly name = 'OutOfOrder'
}

/** Returns the block that an event begins. */
export function blockBegun(event: BusEvent): Block {
  const begin = event.payload() as Message<'vega.events.v1.BeginBlock'>
  return {
    height: sequence(begin, 'height'),
    hash: event.block.toLowerCase(),
    time: int64(begin, 'timestamp'),
  }
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

/**
 * Returns the chain of an event.
 *
 * @param known the chain of the database; '' before the first block
 * @throws OutOfOrder for another chain
 */
export function chainOf({ chainId }: BusEvent, known: string): string {
  // Both databases store half a surrogate pair as another character.
  const chain = chainId.toWellFormed()
  if (known === '' || chain === known) return chain
  throw new OutOfOrder(
    `the event is of chain "${shortened(chain)}", the database of "${shortened(known)}"; give each chain a database of its own`,
  )
}
