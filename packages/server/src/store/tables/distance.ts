/**
 * A bucketed time-skew index. A list is sorted by `at`, and a filter may ask for a range of another time, which is
 * usually later (`changed` of a stop order). Each row belongs to a class by its distance, which is the other time
 * minus `at`. Rows of one class have similar distances, so a range of the other time is a range of `at` too.
 *
 * Example: the filter asks for `changed` from 100 s to 110 s. Class 2 has distances of 1 to 2 s, so its matching rows
 * have an `at` between 98 s and 109 s. One index range reads them, and the filter drops a few rows near both ends. A
 * page merges one such range per class.
 */

/**
 * Class 1 has distances below 2^30 ns (about a second) in both directions, since the clocks of the two times may
 * differ. Class 0 has rows whose other time is earlier than that. The last class has distances of 2^59 ns (18 years)
 * and more.
 */
const FIRST_BITS = 29
const SECOND = 2n ** 30n
export const LAST_CLASS = 31
/** Longer than any distance of two 64-bit integers. */
const INFINITE = 2n ** 64n

/** Returns the class of a distance in nanoseconds. */
export function classOf(distance: bigint): bigint {
  if (distance <= -SECOND) return 0n
  if (distance < SECOND) return 1n
  const bits = distance.toString(2).length
  return BigInt(Math.min(bits - FIRST_BITS, LAST_CLASS))
}

/** Returns the shortest and longest distance of a class in nanoseconds, both inclusive. */
export function distancesOf(number: number): { shortest: bigint; longest: bigint } {
  if (number === 0) return { shortest: -INFINITE, longest: -SECOND }
  if (number === 1) return { shortest: 1n - SECOND, longest: SECOND - 1n }
  const shortest = 1n << BigInt(FIRST_BITS + number - 1)
  return { shortest, longest: number === LAST_CLASS ? INFINITE : 2n * shortest - 1n }
}
