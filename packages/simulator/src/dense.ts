import { Random } from './random.ts'

/** Parties that never leave a dense network, at scale 1. */
export const REGULARS = 4

/** Draws the first elements of a list most often: the oldest parties and markets get most of the records. */
export class DenseRandom extends Random {
  override pick<T>(list: readonly T[]): T {
    const fraction = this.below(0x1_0000_0000) / 0x1_0000_0000
    return list[Math.floor(list.length * fraction ** 3)]!
  }
}
