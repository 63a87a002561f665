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

/**
 * Narrows the bounds to the rows of a class whose other time can be in a range (end exclusive). The class and the
 * given ends decide which bounds are open, not the times.
 */
export function narrowed({ after, before }: Bounds, { start, end }: Range, classNumber: number): Bounds {
  const { shortest, longest } = distancesOf(classNumber)
  const from = start !== undefined && longest !== undefined ? placeAt(start - longest) : undefined
  const to = end !== undefined && shortest !== undefined ? placeAt(end - shortest) : undefined
  const latest = from && (!after || from.at > after.at) ? from : after
  const earliest = to && (!before || to.at < before.at) ? to : before
  return { ...(latest && { after: latest }), ...(earliest && { before: earliest }) }
}

/** Returns the place just before all rows of a time. */
function placeAt(time: bigint): Place {
  return { at: time < EARLIEST ? EARLIEST : time > LATEST ? LATEST : time, pos: -1n }
}
