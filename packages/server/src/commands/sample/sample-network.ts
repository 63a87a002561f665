import { simulate } from '@trading-network/simulator'
import { Chain } from './chain.ts'
import { exampleEvents } from './example-events.ts'

/** Blocks that are simulated: enough for several pages in every list, few enough to be ready in seconds. */
const BLOCKS = 2000

/**
 * A window of epochs counts back from the last one that ended. The simulated epochs end with the one of the examples,
 * so that the totals of the examples stay in their windows.
 */
const FIRST_EPOCH = 232

/** Writes the events of the sample network: the contract's examples first, then a simulated network. */
export function* sampleNetwork(): Generator<string> {
  const examples = new Chain('simulated-1').blocks(exampleEvents())
  yield* examples.lines
  yield* simulate({
    seed: 1,
    blocks: BLOCKS,
    scale: 1,
    firstHeight: Number(examples.height) + 1,
    firstEpoch: FIRST_EPOCH,
  })
}
