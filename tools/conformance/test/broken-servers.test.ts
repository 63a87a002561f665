import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkNames } from '../src/index.ts'
import type { CaughtServer } from './broken-servers/by-hand/caught.ts'
import { handMadeServers } from './broken-servers/by-hand/index.ts'
import { generatedServers } from './broken-servers/index.ts'
import { type Outcome, outcomeOf } from './broken-servers/outcome.ts'
import { nameOf } from './broken-servers/server.ts'
import { explainedCount, explanationOf } from './broken-servers/survivors.ts'
import { checkedBy } from './checked.ts'
import { type SimulatedNetwork, simulatedNetwork, stored } from './network.ts'

/** `pnpm long broken-servers` tries all; every so many are enough to see that the check still works. */
const STEP = Number(process.env.BROKEN_SERVERS_STEP ?? 53)
const tried = generatedServers.filter((_, place) => place % STEP === 0)

/**
 * A kind of generated server for each check that no server made by hand is for: the check must find it without the
 * others. Which operation has it changes with the contract.
 */
const ALONE: Readonly<Record<string, string>> = {
  records: 'has the same everywhere for stakeLinkings.edges[].node.party',
  'newest first': 'has another default for pagination.newestFirst',
  'parameter combinations': 'ignores filter.accountTypes beside filter.assetId',
  'letter case': 'distinguishes the letter case of filter.marketIds',
  'derived parties': 'ignores includeDerivedParties',
  'triggered orders': 'has the same everywhere for order.side',
  'repeated parameter': 'takes the last of several marketId',
  'conditional requests': 'sends 304 for any If-None-Match',
  'waiting requests': 'does not wait for a change',
  'minimum height': 'ignores X-Min-Block-Height',
  'block heights': 'has a constant X-Block-Height of a 503',
  'HEAD requests': 'sends HEAD as text',
  'rate limit': 'has a constant RateLimit-Remaining of a 405',
  'request ids': 'ignores X-Request-Id',
}

const found: readonly CaughtServer[] = [
  ...handMadeServers,
  ...Object.entries(ALONE).flatMap(([caughtBy, name]) => {
    const server = generatedServers.find(each => each.name === name)
    return server ? [{ ...server, caughtBy }] : []
  }),
]

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

describe(`each of ${found.length} broken servers is found by the check that is for it`, () => {
  it('for every check that can fail', () => {
    expect([...new Set(found.map(({ caughtBy }) => caughtBy)), 'coverage'].toSorted()).toEqual(
      checkNames.toSorted(),
    )
  })

  it.each(found.map(server => [server.caughtBy, nameOf(server), server] as const))(
    '%s: %s',
    async (_, __, broken) => {
      const { operation, caughtBy, shownBy = caughtBy, moving } = broken
      const options = { only: [operation], checks: [shownBy] }
      const results = moving
        ? await checkedBy(movingNetwork, options, { broken, requestsPerBlock: 7 })
        : await checkedBy(network, options, { broken })
      const failed = results.filter(({ outcome }) => outcome === 'failed')
      expect(failed.map(({ check }) => check)).toContain(caughtBy)
    },
  )
})

describe(`${tried.length} of ${generatedServers.length} generated broken servers`, () => {
  it('are different, at least 300, and 99 of 100 can be caught', () => {
    const names = generatedServers.map(nameOf)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(300)
    expect(explainedCount).toBeLessThanOrEqual(names.length / 100)
  })

  it('include every survivor that has an explanation', () => {
    const explained = generatedServers.filter(server => explanationOf(server) !== undefined)
    expect(explained.map(nameOf)).toHaveLength(explainedCount)
  })

  const timeout = 300_000 + tried.length * 20_000
  it('are caught, apart from the survivors that have an explanation', { timeout }, async () => {
    const outcomes = new Map<Outcome, string[]>()
    for (const server of tried) {
      const outcome = await outcomeOf(network, server)
      outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), nameOf(server)])
    }
    const { caught = [], reported = [], survived = [] } = Object.fromEntries(outcomes)
    process.stdout.write(
      `${tried.length} broken servers: ${caught.length} failed a check, ${reported.length} were reported as not covered, ${survived.length} passed\n`,
    )
    expect(survived, 'survivors.ts explains these, and no others').toEqual(
      tried.filter(server => explanationOf(server) !== undefined).map(nameOf),
    )
    expect(caught.length).toBeGreaterThan(tried.length * 0.9)
  })
})
