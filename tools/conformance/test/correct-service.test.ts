import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checkedBy } from './checked.ts'
import { asks } from './mutants/mutant.ts'
import { type SimulatedNetwork, simulatedNetwork } from './network.ts'

describe('a correct service', () => {
  let network: SimulatedNetwork
  beforeAll(async () => {
    network = await simulatedNetwork()
  })
  afterAll(() => network.close())

  it('passes every check, and every check is covered', async () => {
    const results = await checkedBy(network, {})
    expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
    expect(results.length).toBeGreaterThan(150)
  })

  it('that shows no live provision leaves that uncovered', async () => {
    const mutant = asks({ operation: 'listLiquidityProvisions', name: '', caughtBy: '' }, url =>
      url.searchParams.delete('live'),
    )
    const options = { only: [mutant.operation], checks: ['parameters alone'] }
    const results = await checkedBy(network, options, { mutant })
    expect(results.flatMap(({ notCovered }) => notCovered)).toEqual([
      'live: no record shows whether it is true or false',
    ])
  })

  it('passes although its assets are called like mistyped ids', async () => {
    const assets = ['vote', 'Fbtc', 'noSuchName0f1e2d3c']
    const strange = await simulatedNetwork(assets)
    onTestFinished(strange.close)
    const results = await checkedBy(strange, { checks: ['mistyped ids', 'parameters alone'] })
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(results.filter(({ check }) => check === 'mistyped ids')).toHaveLength(3)
  })

  it('fails no check while its network moves', async () => {
    const results = await checkedBy(network, {}, { requestsPerBlock: 20 })
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  })
})
