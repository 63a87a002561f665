import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generatedServers, nameOf } from './broken-servers/index.ts'
import { type Outcome, outcomeOf } from './broken-servers/outcome.ts'
import { explainedCount, explanationOf } from './broken-servers/survivors.ts'
import { type SimulatedNetwork, simulatedNetwork, stored } from './network.ts'

/** `pnpm long broken-servers` tries all; every so many are enough to see that the check still works. */
const STEP = Number(process.env.BROKEN_SERVERS_STEP ?? 53)
const tried = generatedServers.filter((_, place) => place % STEP === 0)

let simulated: SimulatedNetwork
let network: SimulatedNetwork
beforeAll(async () => {
  simulated = await simulatedNetwork()
  network = stored(simulated)
})
afterAll(() => simulated.close())

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
