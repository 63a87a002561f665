import { fromBigInt, type PlainDigits, toBigInt, type UnixNanos } from './int64.ts'

const nanosPerMilli = 1_000_000n
const nanosPerSecond = 1_000_000_000n

/** `2026-11-21`, or a date, a time with up to nine decimals of a second, and an offset from UTC. */
const isoPattern =
  /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(Z|([+-])([01]\d|2[0-3]):([0-5]\d)))?$/

/**
 * The `Date` of a timestamp. A `Date` has milliseconds only; smaller units are cut off, towards the past. To keep
 * nanoseconds, use the timestamp itself or {@link toIso}.
 */
export function toDate(nanos: UnixNanos): Date
// Not a union: TypeScript accepts any number with a name for that.
export function toDate(nanos: PlainDigits): Date
export function toDate(nanos: UnixNanos | PlainDigits): Date {
  return new Date(Number(floorDivide(toBigInt(nanos), nanosPerMilli)))
}

/**
 * The timestamp of a `Date`, exactly.
 *
 * @throws RangeError for an invalid date, and before 1677-09-21 or after 2262-04-11, the limits of 64 bits.
 */
export function fromDate(date: Date): UnixNanos {
  const millis = date.getTime()
  if (Number.isNaN(millis)) throw new RangeError('The date is invalid: check what it was made from')
  return fromBigInt(BigInt(millis) * nanosPerMilli, 'unix-nanoseconds')
}

/** The timestamp in UTC with all nine decimals of a second: `2026-11-21T08:15:30.123456789Z`. */
export function toIso(nanos: UnixNanos): string
export function toIso(nanos: PlainDigits): string
export function toIso(nanos: UnixNanos | PlainDigits): string {
  const value = toBigInt(nanos)
  const seconds = floorDivide(value, nanosPerSecond)
  const fraction = value - seconds * nanosPerSecond
  const toTheSecond = new Date(Number(seconds) * 1000).toISOString().slice(0, 19)
  return `${toTheSecond}.${fraction.toString().padStart(9, '0')}Z`
}

/**
 * The timestamp of an ISO 8601 text, to the nanosecond. A date alone is its midnight in UTC.
 *
 * @throws RangeError for a time without `Z` or offset (it would depend on the machine), for more than nine decimals,
 * for an invalid day, and outside the range of 64 bits.
 */
export function fromIso(text: string): UnixNanos {
  const match = isoPattern.exec(text)
  if (!match) {
    throw new RangeError(`"${text}" is not a time: write 2026-11-21T08:15:30.123456789Z, with Z or an offset`)
  }
  const [, day = '', hours, minutes, seconds, fraction = '', , sign, offsetHours, offsetMinutes] = match
  const midnight = new Date(`${day}T00:00:00Z`)
  // Engines convert 02-30 to March or reject it; the comparison of the day detects both.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) {
    throw new RangeError(`"${text}" is not a time: there is no day ${day}`)
  }
  const offset = (sign === '-' ? -60 : 60) * (60 * Number(offsetHours ?? 0) + Number(offsetMinutes ?? 0))
  const ofDay = 3600 * Number(hours ?? 0) + 60 * Number(minutes ?? 0) + Number(seconds ?? 0)
  const wholeSeconds = BigInt(midnight.getTime() / 1000 + ofDay - offset)
  return fromBigInt(wholeSeconds * nanosPerSecond + BigInt(fraction.padEnd(9, '0')), 'unix-nanoseconds')
}

/** BigInt division rounds towards zero, which would move timestamps before 1970 into the future. */
function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value % by < 0n ? quotient - 1n : quotient
}
