declare const int64: unique symbol
declare const uint64: unique symbol
declare const nanoseconds: unique symbol
export declare const amount: unique symbol

/**
 * A signed 64-bit integer as in the API: a string of decimal digits.
 *
 * It is assignable to `string` and to `` `${bigint}` ``, the type of request parameters, so a field of a response can
 * be sent back unchanged. A `number` does not compile: from 2^53 on it would lose digits.
 */
export type Int64String = `${bigint}` & { readonly [int64]: true }

/** An unsigned 64-bit integer as in the API: a string of decimal digits. See {@link Int64String}. */
export type Uint64String = `${bigint}` & { readonly [uint64]: true }

/**
 * A point in time in nanoseconds since 1970-01-01T00:00:00Z, as a signed 64-bit integer string.
 *
 * To calculate, use `bigint`: an hour later is
 * `fromBigInt(toBigInt(order.createdAt) + 3_600_000_000_000n, 'unix-nanoseconds')`.
 *
 * Some fields use `'0'` for "not set" (`order.expiresAt` of an order that never expires); their description says so.
 */
export type UnixNanos = Int64String & { readonly [nanoseconds]: true }

/**
 * The digits of any integer but a timestamp: an amount, a size, or a literal. A timestamp is also digits, but it has no
 * decimal places and is not compared with an amount.
 */
export type Digits = `${bigint}` & { readonly [nanoseconds]?: never }

/** Digits without a name, as through openapi-fetch. An amount, or another number with a name, does not compile. */
export type PlainDigits = `${bigint}` & {
  readonly [int64]?: never
  readonly [uint64]?: never
  readonly [amount]?: never
}

/** The types that {@link fromBigInt} can make, with their ranges. */
const ranges = {
  int64: { least: -(2n ** 63n), greatest: 2n ** 63n - 1n },
  uint64: { least: 0n, greatest: 2n ** 64n - 1n },
  'unix-nanoseconds': { least: -(2n ** 63n), greatest: 2n ** 63n - 1n },
}

/**
 * Reads an integer string of any length without losing a digit.
 *
 * @throws RangeError when the text is not an optional minus and decimal digits. `BigInt(text)` would accept empty text
 * (as `0n`) and `0x10`.
 */
export function toBigInt(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new RangeError(`"${text}" is not an integer: write decimal digits only`)
  return BigInt(text)
}

/**
 * Returns true for `'0'`, which means "none" or "not yet" in the fields whose description says so: the price of a market
 * order, `expiresAt` of an order that does not expire.
 *
 * @example
 * const changed = isZero(order.updatedAt) ? 'never' : toIso(order.updatedAt)
 */
export function isZero(text: string): boolean {
  return toBigInt(text) === 0n
}

/**
 * Writes an integer as a 64-bit integer string.
 *
 * @param kind `'int64'` unless set; `'uint64'` and `'unix-nanoseconds'` return {@link Uint64String} and
 * {@link UnixNanos}.
 * @throws RangeError when the value does not fit in 64 bits.
 */
export function fromBigInt(value: bigint, kind?: 'int64'): Int64String
export function fromBigInt(value: bigint, kind: 'uint64'): Uint64String
export function fromBigInt(value: bigint, kind: 'unix-nanoseconds'): UnixNanos
export function fromBigInt(value: bigint, kind: keyof typeof ranges = 'int64'): string {
  const { least, greatest } = ranges[kind]
  if (value < least || value > greatest) {
    throw new RangeError(`${value} does not fit ${kind}: the range is ${least} to ${greatest}`)
  }
  return `${value}`
}
