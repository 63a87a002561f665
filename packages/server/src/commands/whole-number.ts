import { InvalidArgumentError } from 'commander'

/** Reads a whole number from the command line, within limits. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return text => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}
