import { operations } from '@trading-network/server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { operations as declared } from '../src/contract/operations.ts'
import { operationIds } from '../src/index.ts'
import type { Exchange } from '../src/log/exchange.ts'
import { answers, asks } from './broken-servers/server.ts'
import { checkedBy } from './checked.ts'
import { type SimulatedNetwork, simulatedNetwork } from './network.ts'

/** Assets that are called like mistyped ids. */
const STRANGE = ['vote', 'FBTC', 'noSuchName0f1e2d3c']
/** Longer ago than the first block: the history is limited, and complete. */
const TEN_YEARS = 10n * 365n * 86_400n * 1_000_000_000n
const CAUSED = ['200', '304', '400', '405', '503']
/** Of large responses, and of those that a client waited for. */
const ELSEWHERE = ['vary', 'preference-applied']
const deprecation = { since: '2026-12-01', sunset: '2027-06-30' }
const served = operations.map(operation => ({ ...operation, deprecation }))

describe('a correct service', () => {
  let network: SimulatedNetwork
  beforeAll(async () => {
    network = await simulatedNetwork(STRANGE, TEN_YEARS, { startsLate: true, served })
  })
  afterAll(() => network.close())

  it('passes every check, and every check is covered, although its assets are called like mistyped ids', async () => {
    const seen = new Map<string, Set<string>>()
    const onExchange = ({ request: { operation }, status, headers }: Exchange) => {
      const names = seen.get(`${operation.id} ${status}`) ?? new Set()
      seen.set(`${operation.id} ${status}`, names)
      for (const name of headers.keys()) names.add(name)
    }
    const results = await checkedBy(network, { onExchange })
    expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
    expect(results.filter(({ check }) => check === 'mistyped ids')).toHaveLength(3)
    expect(results.length).toBeGreaterThan(200)
    // The requests show each status that a request can cause, with each header that the contract has for it.
    for (const { id, responses } of declared)
      for (const status of CAUSED.filter(each => each in responses)) {
        const names = Object.keys(responses[status]?.headers ?? {}).map(name => name.toLowerCase())
        const all = [...(seen.get(`${id} ${status}`) ?? []), ...ELSEWHERE]
        expect(all, `${id} ${status}`).toEqual(expect.arrayContaining(names))
      }
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

  it('that is busy for a moment fails no check', async () => {
    const { tooManyRequests } = declared[0]?.responses[429]?.content?.['application/json'].examples ?? {}
    let requests = 0
    const broken = answers('getStake', 'is busy', (reply, { headers: { prefer } }) => {
      if (prefer === undefined || requests++ > 0) return
      Object.assign(reply, { status: 429, text: JSON.stringify(tooManyRequests?.value) })
      Object.assign(reply.headers, { 'content-type': 'application/json', 'retry-after': '2' })
    })
    const results = await checkedBy(network, { only: ['getStake'], checks: ['waiting requests'] }, { broken })
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
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
