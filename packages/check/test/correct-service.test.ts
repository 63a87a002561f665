import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { operationIds } from '../src/index.ts'
import { asks } from './broken-servers/server.ts'
import { checkedBy } from './checked.ts'
import { type SimulatedNetwork, simulatedNetwork } from './network.ts'

/** Assets that are called like mistyped ids. */
const STRANGE = ['vote', 'Fbtc', 'noSuchName0f1e2d3c']
/** `check:coverage` passes all checks on every change, but with other assets. */
const SAMPLE = process.env.LONG_RUN ? {} : { checks: ['mistyped ids', 'parameters alone'] }

describe('a correct service', () => {
  let network: SimulatedNetwork
  beforeAll(async () => {
    network = await simulatedNetwork(STRANGE)
  })
  afterAll(() => network.close())

  it('passes every check, and every check is covered, although its assets are called like mistyped ids', async () => {
    const results = await checkedBy(network, SAMPLE)
    expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
    expect(results.filter(({ check }) => check === 'mistyped ids')).toHaveLength(3)
    expect(results.length).toBeGreaterThan(process.env.LONG_RUN ? 150 : 10)
  })

  it('that shows no live provision leaves that uncovered', async () => {
    const broken = asks('listLiquidityProvisions', 'hides live provisions', url =>
      url.searchParams.delete('live'),
    )
    const options = { only: [broken.operation], checks: ['parameters alone'] }
    const results = await checkedBy(network, options, { broken })
    expect(results.flatMap(({ notCovered }) => notCovered)).toEqual([
      'live: no record shows whether it is true or false',
    ])
  })

  /** The operations whose records a limited history removes. */
  const LIMITED = ['listFundingPeriodDataPoints', 'listStopOrders', 'getOrder']

  // Each of these has a network of its own.
  it.runIf(process.env.LONG_RUN).each([
    ['', undefined, operationIds.filter(id => !LIMITED.includes(id))],
    [' and its history is limited', 60_000_000_000n, LIMITED],
  ])('fails no check while its network moves%s', async (_, keep, only) => {
    const moving = await simulatedNetwork(undefined, keep)
    onTestFinished(moving.close)
    const results = await checkedBy(moving, { only }, { requestsPerBlock: 60 })
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  })
})
