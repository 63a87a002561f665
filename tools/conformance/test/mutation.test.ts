import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedBy } from './checked.ts'
import { mutants } from './mutants/index.ts'
import { type SimulatedNetwork, simulatedNetwork } from './network.ts'

let network: SimulatedNetwork
beforeAll(async () => {
  network = await simulatedNetwork()
})
afterAll(() => network.close())

describe(`each of ${mutants.length} broken services is caught`, () => {
  it('by names that tell them apart', () => {
    const names = mutants.map(({ operation, name }) => `${operation} ${name}`)
    expect(new Set(names).size).toBe(mutants.length)
    expect(mutants.length).toBeGreaterThanOrEqual(40)
  })

  it.each(mutants.map(mutant => [mutant.operation, mutant.name, mutant] as const))(
    '%s %s',
    async (_, __, mutant) => {
      const { operation, caughtBy, moving } = mutant
      // A problem of every response is visible in each check, so all checks run.
      const checks = caughtBy === 'responses' ? {} : { checks: [caughtBy] }
      const options = { only: [operation], ...checks }
      const results = await checkedBy(network, options, { mutant, ...(moving && { requestsPerBlock: 7 }) })
      const failed = results.filter(({ outcome }) => outcome === 'failed')
      expect(failed.map(({ check }) => check)).toContain(caughtBy)
    },
  )
})
