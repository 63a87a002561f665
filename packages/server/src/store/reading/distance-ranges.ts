import type { Place } from '../tables/cursor.ts'
import { distancesOf } from '../tables/distance.ts'
import type { Bounds, Range, Selection } from './selection.ts'

/** No time is earlier or later: they are 64-bit integers. */
const EARLIEST = -(2n ** 63n)
const LATEST = 2n ** 63n - 1n

/** The range of the table's other time that a selection asks for; undefined when it asks for none. */
export function distantRange({ table: { distance }, ranges }: Selection): Range | undefined {
  const range = distance && ranges.get(distance.to)
  return range?.start === undefined && range?.end === undefined ? undefined : range
}

/**
 * The part of a stretch in which rows of a class can be that have their other time in a range (end exclusive). Which of
 * its ends are open depends on the class and on which ends are given, not on the times.
 */
export function narrowed({ after, before }: Bounds, { start, end }: Range, classNumber: number): Bounds {
  const { shortest, longest } = distancesOf(classNumber)
  const from = start !== undefined && longest !== undefined ? placeAt(start - longest) : undefined
  const to = end !== undefined && shortest !== undefined ? placeAt(end - shortest) : undefined
  const latest = from && (!after || from.at > after.at) ? from : after
  const earliest = to && (!before || to.at < before.at) ? to : before
  return { ...(latest && { after: latest }), ...(earliest && { before: earliest }) }
}

/** Before the rows of a time. */
function placeAt(time: bigint): Place {
  return { at: time < EARLIEST ? EARLIEST : time > LATEST ? LATEST : time, pos: -1n }
}
