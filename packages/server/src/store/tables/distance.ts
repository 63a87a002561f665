import type { AnyTable } from './table.ts'

/**
 * A list is read in the order of `at`, and may be filtered by a range of another, usually later time. Rows whose other
 * time is about as far from `at` lie in one class; those of a class that are in the range are then next to each other in
 * the order of the list, but for a stretch at either end that is as long as the distance. So a page is one index range
 * per class, and walks past those rows only that were on their way from `at` to the other time when the range began or
 * ended.
 */

/** The values of a class column. Distances double from class to class. */
export const CLASSES: readonly number[] = Array.from({ length: 32 }, (_, number) => number)

/**
 * Class 1 is for less than 2^30 ns (a second) either way, since what says the two times may differ; class 0 for longer
 * before `at`, the last one for 2^59 ns (18 years) and more.
 */
const FIRST_BITS = 29
const SECOND = 2n ** 30n
const LAST_CLASS = CLASSES.length - 1

/** The class of a distance in nanoseconds. */
export function classOf(distance: bigint): bigint {
  if (distance <= -SECOND) return 0n
  if (distance < SECOND) return 1n
  const bits = distance.toString(2).length
  return BigInt(Math.min(bits - FIRST_BITS, LAST_CLASS))
}

/** The distances of a class, both ends included; an end that is open is absent. */
export function distancesOf(number: number): { shortest?: bigint; longest?: bigint } {
  if (number === 0) return { longest: -SECOND }
  if (number === 1) return { shortest: 1n - SECOND, longest: SECOND - 1n }
  const shortest = 1n << BigInt(FIRST_BITS + number - 1)
  return number === LAST_CLASS
    ? { shortest }
    : { shortest, longest: (1n << BigInt(FIRST_BITS + number)) - 1n }
}

/** Whether an index is for ranges: one of its columns is a class. */
export function isByDistance({ distance }: AnyTable, columns: readonly string[]): boolean {
  return distance !== undefined && columns.includes(distance.classes)
}
