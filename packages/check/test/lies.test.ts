import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allLies, kinds } from './broken-servers/lies.ts'
import { nameOf } from './broken-servers/server.ts'
import { checkedBy } from './checked.ts'
import { type SimulatedNetwork, simulatedNetwork, stored } from './network.ts'

/** Lies that the check believes, each with the reason. */
const BELIEVED: Readonly<Record<string, string>> = {
  'listReferralSetReferees has times in seconds': 'no rule knows the unit of a time',
  'listStopOrders finds nothing for values in percent codes':
    'only names of parameters are sent in percent codes',
  'listEpochRewardSummaries takes the cursors of a filter beside a filter only': 'no request moves a cursor',
  'listLiquidityProvisions ignores an unknown name beside a known one':
    'an unknown name comes without others',
  'listAccounts blames every parameter of a bad request': 'a 400 may name more than it must',
  'listStopOrders begins after its records': 'no rule compares the blocks of two headers',
  'getOrder ends on a day, and is not deprecated': 'no rule reads Sunset',
  'listStopOrders wakes nobody who waits': 'nothing is sent during a wait',
  'getOrder takes every website for the first one': 'one website is tried',
  'listAccounts hides HEAD from websites': 'HEAD is sent without an Origin',
}

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

it('an honest service passes, still or moving', async () => {
  const still = await checkedBy(network, {})
  expect(still.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  const only = [
    ...new Set(allLies.flatMap(({ operation, moving: isMoving }) => (isMoving ? [operation] : []))),
  ]
  const grown = await checkedBy(moving, { only }, { requestsPerBlock: 7 })
  expect(grown.filter(({ outcome }) => outcome === 'failed')).toEqual([])
})

describe.each(kinds)('lies about %s', kind => {
  it.each(allLies.filter(lie => lie.kind === kind).map(lie => [nameOf(lie), lie] as const))(
    '%s',
    async (name, broken) => {
      const options = { only: [broken.operation], failFast: true }
      const results = broken.moving
        ? await checkedBy(moving, options, { broken, requestsPerBlock: 7 })
        : await checkedBy(network, options, { broken })
      const isCaught = results.some(({ outcome }) => outcome === 'failed')
      expect(isCaught).toBe(!(name in BELIEVED))
    },
  )
})
