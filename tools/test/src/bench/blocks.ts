import { Network, type SimulateOptions } from '@trading-network/simulator'

/** The lines of a simulated network, a block at a time. */
export function* blocksOf({ blocks, ...options }: SimulateOptions): Generator<readonly string[]> {
  const network = new Network(options)
  for (let height = 1; height <= blocks; height++) yield network.nextBlock().lines
}

/** The next blocks of a network. */
export function take(blocks: Iterator<readonly string[]>, number: number): (readonly string[])[] {
  return Array.from({ length: number }, () => blocks.next().value as readonly string[])
}
