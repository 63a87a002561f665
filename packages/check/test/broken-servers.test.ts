import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CheckOptions, checkNames } from '../src/index.ts'
import { handMadeServers } from './broken-servers/by-hand.ts'
import { generatedServers } from './broken-servers/generated.ts'
import { allLies, kinds } from './broken-servers/lies.ts'
import { type BrokenServer, nameOf } from './broken-servers/server.ts'
import { checkedBy } from './checked.ts'
import { type SimulatedNetwork, simulatedNetwork, stored } from './network.ts'

/** `pnpm long whole` tries all; one of so many is enough to see that the check still works. */
const STEP = process.env.LONG_RUN ? 1 : 101

/** The name decides, so that a change of the contract brings no other servers into the sample. */
const isTried = (server: BrokenServer) => parseInt(hash('sha1', nameOf(server)).slice(0, 8), 16) % STEP === 0
const tried = generatedServers.filter(isTried)
const isSampled = (_: unknown, index: number) => process.env.LONG_RUN !== undefined || index % 6 === 0
const triedByHand = handMadeServers.filter(isSampled)
const triedLies = allLies
  .filter(isSampled)
  .filter(({ byChance }) => process.env.LONG_RUN !== undefined || !byChance)

let simulated: SimulatedNetwork
let network: SimulatedNetwork
let movingNetwork: SimulatedNetwork
beforeAll(async () => {
  simulated = await simulatedNetwork()
  network = stored(simulated)
  movingNetwork = await simulatedNetwork()
})
afterAll(async () => {
  await simulated.close()
  await movingNetwork.close()
})

/** The results for a broken server, or for the correct one. */
function resultsOf(options: Partial<CheckOptions>, broken?: BrokenServer, isMoving = broken?.moving) {
  const surroundings = { ...(broken && { broken }), ...(isMoving && { requestsPerBlock: 4 }) }
  return checkedBy(isMoving ? movingNetwork : network, options, surroundings)
}

/** `correct-service.test.ts` checks a correct server on every change. */
it.runIf(process.env.LONG_RUN)('the correct server passes, still or moving', async () => {
  const still = await resultsOf({})
  expect(still.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  const moved = await resultsOf({ only: ['listStopOrders'] }, undefined, true)
  expect(moved.filter(({ outcome }) => outcome === 'failed')).toEqual([])
})

it('broken servers have different names, and there is one for every check that can fail', () => {
  const names = [...generatedServers, ...handMadeServers].map(nameOf)
  expect(names.filter((name, place) => names.indexOf(name) < place)).toEqual([])
  const found = new Set([...handMadeServers.map(({ shownBy }) => shownBy), 'coverage'])
  expect([...found].toSorted()).toEqual(checkNames.toSorted())
})

describe.each(kinds)('lies about %s are caught', kind => {
  const own = triedLies.filter(lie => lie.kind === kind)
  it.each(own.map(lie => [nameOf(lie), lie] as const))('%s', async (_, lie) => {
    const results = await resultsOf({ only: [lie.operation], failFast: true }, lie)
    expect(results.map(({ outcome }) => outcome)).toContain('failed')
  })
})

describe(`each of ${triedByHand.length} broken servers is found by the check that is for it`, () => {
  it.each(triedByHand.map(server => [server.caughtBy, nameOf(server), server] as const))(
    '%s: %s',
    async (_, __, broken) => {
      const { operation, caughtBy, shownBy } = broken
      const results = await resultsOf({ only: [operation], checks: [shownBy] }, broken)
      const failed = results.filter(({ outcome }) => outcome === 'failed')
      expect(failed.map(({ check }) => check)).toContain(caughtBy)
    },
  )
})

it('generated broken servers are caught, or reported as not covered', {
  timeout: 300_000 + tried.length * 20_000,
}, async () => {
  const believed: string[] = []
  for (const server of tried) {
    const results = await resultsOf({ only: [server.operation], failFast: true }, server)
    // A correct server covers everything (`correct-service.test.ts`).
    if (results.every(({ outcome }) => outcome === 'passed')) believed.push(nameOf(server))
  }
  process.stdout.write(`${tried.length} broken servers, ${believed.length} passed the check\n`)
  // Each value of the filter leaves one provision here, so a page of one is the whole list.
  const whole = /^listLiquidityProvisions ignores pagination\.(first|last) beside reference$/
  expect(
    believed.filter(name => !whole.test(name)),
    'the check passes these',
  ).toEqual([])
})
