import { Network } from './network.ts'
import type { SimulateOptions } from './world.ts'

export type { SimulateOptions } from './world.ts'

/**
 * Writes the event stream of a simulated trading network: one protojson BusEvent per line, without the newline. The
 * same options give the same bytes. Memory does not grow with the number of blocks.
 *
 * @throws RangeError when an option is out of range, on the first `next()`.
 */
export function* simulate(options: SimulateOptions): Generator<string> {
  if (!Number.isSafeInteger(options.blocks) || options.blocks < 0) {
    throw new RangeError(`blocks must be a whole number, not ${options.blocks}`)
  }
  const network = new Network(options)
  for (let height = 1; height <= options.blocks; height++) yield* network.nextBlock().lines
}
