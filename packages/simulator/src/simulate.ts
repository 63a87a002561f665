import { Network } from './network.ts'
import type { SimulateOptions } from './world.ts'

/**
 * Writes the event stream of a simulated trading network: one protojson BusEvent per line, without the newline. The
 * same options give the same bytes. Memory does not grow with the number of blocks.
 */
export function* simulate(options: SimulateOptions): Generator<string> {
  const network = new Network(options)
  for (let height = 1; height <= options.blocks; height++) yield* network.nextBlock().lines
}
