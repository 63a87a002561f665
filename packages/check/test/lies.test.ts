import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allLies, kinds } from './broken-servers/lies.ts'
import { nameOf } from './broken-servers/server.ts'
import { checkedBy } from './checked.ts'
import { type SimulatedNetwork, simulatedNetwork, stored } from './network.ts'

/** Lies that the check believes, each with the reason. */
const BELIEVED: Readonly<Record<string, string>> = {}

let simulated: SimulatedNetwork
let network: SimulatedNetwork
beforeAll(async () => {
  simulated = await simulatedNetwork()
  network = stored(simulated)
})
afterAll(() => simulated.close())

describe.each(kinds)('lies about %s', kind => {
  it.each(allLies.filter(lie => lie.kind === kind).map(lie => [nameOf(lie), lie] as const))(
    '%s',
    async (name, broken) => {
      const results = await checkedBy(network, { only: [broken.operation], failFast: true }, { broken })
      const isCaught = results.some(({ outcome }) => outcome === 'failed')
      expect(isCaught).toBe(!(name in BELIEVED))
    },
  )
})
