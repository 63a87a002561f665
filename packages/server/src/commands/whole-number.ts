import { InvalidArgumentError } from 'commander'

/** Reads a whole number of a command line, between the bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return text => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}
