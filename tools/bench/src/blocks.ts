import { type SimulateOptions, simulate } from '@trading-network/simulator'

/** The lines of a simulated network, a block at a time. */
export function* blocksOf(options: SimulateOptions): Generator<string[]> {
  let lines: string[] = []
  for (const line of simulate(options)) {
    lines.push(line)
    if (!line.includes('"BUS_EVENT_TYPE_END_BLOCK"')) continue
    yield lines
    lines = []
  }
}

/** The next blocks of a network. */
export function take(blocks: Iterator<string[]>, number: number): string[][] {
  return Array.from({ length: number }, () => blocks.next().value as string[])
}
