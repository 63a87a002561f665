import type { Place } from '../tables/cursor.ts'
import { distancesOf } from '../tables/distance.ts'
import type { Bounds, Range, Selection } from './selection.ts'

/** The limits of times, which are 64-bit integers. */
const EARLIEST = -(2n ** 63n)
const LATEST = 2n ** 63n - 1n

/** Returns the requested range of the table's other time; undefined when there is none. */
export function distantRange({ table: { distance }, ranges }: Selection): Range | undefined {
  const range = distance && ranges.get(distance.to)
  return range?.start === undefined && range?.end === undefined ? undefined : range
}

/** Narrows the bounds to the rows of some classes whose other time can be in a range (end exclusive). */
export function narrowed(
  { after, before }: Bounds,
  { start, end }: Range,
  lowest: number,
  highest = lowest,
): Bounds {
  const from = start === undefined ? undefined : placeAt(start - distancesOf(highest).longest)
  const to = end === undefined ? undefined : placeAt(end - distancesOf(lowest).shortest)
  const latest = from && (!after || from.at > after.at) ? from : after
  const earliest = to && (!before || to.at < before.at) ? to : before
  return { ...(latest && { after: latest }), ...(earliest && { before: earliest }) }
}

/** Returns the place just before all rows of a time; that after all rows for a time beyond the limit. */
function placeAt(time: bigint): Place {
  if (time > LATEST) return { at: LATEST, pos: LATEST }
  return { at: time < EARLIEST ? EARLIEST : time, pos: -1n }
}
