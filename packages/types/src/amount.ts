import { type amount, type Digits, toBigInt } from './int64.ts'

/**
 * An amount of money or a price as in the API: an integer string, scaled by the decimal places of its asset or
 * market. With 5 decimal places `'123456'` is 1.23456. The description of each field names the source of its
 * decimals.
 *
 * Amounts have no maximum; never read one with `Number()`. As texts, `'9' > '10'`: compare amounts with
 * {@link compareAmounts}. TypeScript rejects `<` between an amount and a number, a `bigint` or a timestamp, but it
 * cannot reject `<` between two amounts.
 */
export type Amount = `${bigint}` & { readonly [amount]: true }

/**
 * Writes a scaled integer as a decimal: `formatAmount('123456', 5)` is `'1.23456'`, `formatAmount('100000', 5)` is
 * `'1'`. Exact at any size; {@link parseAmount} is the inverse.
 *
 * To format it for people, pass the result to `Intl.NumberFormat`, which accepts a decimal string without rounding.
 *
 * @param amount An amount, a size or other integer string, or a `bigint` such as a sum of amounts. A timestamp does not
 * compile.
 * @param decimals The decimal places of the asset or market.
 * @throws RangeError when the text is not an integer, or `decimals` is not a whole number of zero or more.
 */
export function formatAmount(amount: Digits, decimals: number): string
// Not a union: TypeScript accepts a timestamp for `Digits | bigint`.
export function formatAmount(amount: bigint, decimals: number): string
export function formatAmount(amount: Digits | bigint, decimals: number): string {
  checkDecimals(decimals)
  const value = typeof amount === 'bigint' ? amount : toBigInt(amount)
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${whole}${fraction && '.'}${fraction}`
}

/**
 * Converts a decimal to a scaled integer: `parseAmount('1.5', 5)` is `'150000'`. It never rounds.
 *
 * @param decimals The decimal places of the asset or market.
 * @throws RangeError when the text is not a plain decimal (`1,000`, `1e3`, `.5`, `+1` are not), has more decimals
 * than the asset or market, or when `decimals` is not a whole number of zero or more.
 */
export function parseAmount(text: string, decimals: number): Amount {
  checkDecimals(decimals)
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match) {
    throw new RangeError(
      `"${text}" is not an amount: write digits with an optional minus and point, as in -1234.5`,
    )
  }
  const [, sign, whole = '', written = ''] = match
  const fraction = written.replace(/0+$/, '')
  if (fraction.length > decimals) {
    throw new RangeError(`"${text}" has ${fraction.length} decimals where ${decimals} fit: round it first`)
  }
  const value = BigInt(whole + fraction.padEnd(decimals, '0'))
  return `${sign ? -value : value}` as Amount
}

/**
 * Compares two amounts of the same scale as integers, in the form that `sort` takes: negative if `a` is less than `b`,
 * positive if it is greater, 0 if they are equal.
 *
 * `orders.sort((a, b) => compareAmounts(a.price, b.price))` has the lowest price first.
 *
 * @throws RangeError when a text is not an integer.
 */
export function compareAmounts(a: Digits, b: Digits): -1 | 0 | 1 {
  const [left, right] = [toBigInt(a), toBigInt(b)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

function checkDecimals(decimals: number): void {
  if (!Number.isSafeInteger(decimals) || decimals < 0) {
    throw new RangeError(
      `${decimals} decimals: give the whole number of decimal places of the asset or market`,
    )
  }
}
