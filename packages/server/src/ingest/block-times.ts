import type { Message } from '@trading-network/events'
import { int64 } from '../projections/fields.ts'
import type { OpenBlock } from './open-block.ts'
import type { IngestOptions } from './options.ts'
import { RecordError } from './record-place.ts'
import type { Position } from './stored-blocks.ts'

const DAY = 86_400_000_000_000n
const TIME_UPDATE = 'BUS_EVENT_TYPE_TIME_UPDATE'

/**
 * Checks the time of a block. A wrong one would refuse all later blocks, and with a limited history remove all records that
 * have ended.
 *
 * @param last the block before it
 * @throws RecordError for a time that another event of the block denies, that is more than a day ahead of this machine's
 *   clock, or later than the history is long
 */
export function checkTimes(
  { begin, events }: OpenBlock,
  last: Position,
  { keep = 0n, accept = [] }: Pick<IngestOptions, 'keep' | 'accept'>,
): void {
  if (!begin) return
  const { height, time } = begin
  const place = events[0]!.place
  const update = events.find(({ type }) => type === TIME_UPDATE)
  const told = update && int64(update.event.payload() as Message<'vega.events.v1.TimeUpdate'>, 'timestamp')
  if (told !== undefined && told !== time)
    throw new RecordError(
      place,
      `block ${height} begins at ${dateOf(time)}, but its TIME_UPDATE says ${dateOf(told)}; read it from another source`,
    )
  if (accept.includes('times')) return
  if (time > BigInt(Date.now()) * 1_000_000n + DAY)
    throw new RecordError(
      place,
      `block ${height} begins at ${dateOf(time)}, more than a day ahead of the clock of this machine; correct one of them, or accept it with --accept times`,
    )
  if (keep > 0n && last.height >= 0n && time - last.time > keep)
    throw new RecordError(
      place,
      `block ${height} begins at ${dateOf(time)}, block ${last.height} at ${dateOf(last.time)}: longer than --keep, so all ended records would be removed at once; if the network was halted, go on with --accept times`,
    )
}

/** A time for people; its nanoseconds if no date has it. */
function dateOf(nanos: bigint): string {
  const date = new Date(Number(nanos / 1_000_000n))
  return Number.isNaN(date.getTime()) ? `${nanos} ns` : date.toISOString()
}
