import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allLies, kinds } from './broken-servers/lies.ts'
import { nameOf } from './broken-servers/server.ts'
import { checkedBy } from './checked.ts'
import { type SimulatedNetwork, simulatedNetwork, stored } from './network.ts'

/** `pnpm long whole` tries all; `check:coverage` checks an honest service on every change. */
const isLong = process.env.LONG_RUN !== undefined
const tried = allLies.filter((_, index) => isLong || index % 3 === 0)

let simulated: SimulatedNetwork
let network: SimulatedNetwork
let moving: SimulatedNetwork
beforeAll(async () => {
  ;[simulated, moving] = await Promise.all([simulatedNetwork(), simulatedNetwork()])
  network = stored(simulated)
})
afterAll(async () => {
  await simulated.close()
  await moving.close()
})

it.runIf(isLong)('an honest service passes, still or moving', async () => {
  const still = await checkedBy(network, {})
  expect(still.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  const only = [
    ...new Set(allLies.flatMap(({ operation, moving: isMoving }) => (isMoving ? [operation] : []))),
  ]
  const grown = await checkedBy(moving, { only }, { requestsPerBlock: 7 })
  expect(grown.filter(({ outcome }) => outcome === 'failed')).toEqual([])
})

describe.each(kinds)('lies about %s', kind => {
  it.each(tried.filter(lie => lie.kind === kind).map(lie => [nameOf(lie), lie] as const))(
    '%s',
    async (_, broken) => {
      const options = { only: [broken.operation], failFast: true }
      const results = broken.moving
        ? await checkedBy(moving, options, { broken, requestsPerBlock: 4 })
        : await checkedBy(network, options, { broken })
      const isCaught = results.some(({ outcome }) => outcome === 'failed')
      expect(isCaught).toBe(true)
    },
  )
})
