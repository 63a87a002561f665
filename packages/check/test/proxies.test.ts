import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Balancer, missingHaproxy } from '../../server/test/balancer/haproxy.ts'
import { FrontProxy, missing } from '../../server/test/deploy/front-proxy.ts'
import { checkService } from '../src/index.ts'
import { type SimulatedNetwork, simulatedNetwork } from './network.ts'

const BLOCK_MS = 1000
/** `pnpm long whole` checks all operations. Fewer checks than these are a mistake of the test. */
const SAMPLE = process.env.LONG_RUN ? {} : { only: ['getOrder', 'getStake'] }
const LEAST = process.env.LONG_RUN ? 150 : 40

interface Proxy {
  readonly url: string
  stop(): Promise<void>
}

const proxies = [
  {
    name: 'the cache of nginx',
    absent: missing('nginx'),
    start: (service: string): Promise<Proxy> => FrontProxy.cache(service),
  },
  {
    name: 'HAProxy',
    absent: missingHaproxy(),
    start: async (service: string): Promise<Proxy> =>
      Balancer.start([`http://${service}`, `http://${service}`]),
  },
]

describe('while the network grows', () => {
  let network: SimulatedNetwork
  let service: string
  beforeAll(async () => {
    network = await simulatedNetwork()
    service = new URL(network.origin).host
  })
  afterAll(() => network.close())

  describe.each(proxies)('behind $name $absent', ({ absent, start }) => {
    it.skipIf(absent)('the check fails nothing', { timeout: 600_000 }, async () => {
      const proxy = await start(service)
      let isGrowing = true
      const growth = (async () => {
        for (; isGrowing; await wait(BLOCK_MS)) await network.move()
      })()
      try {
        const { results } = await checkService({ baseUrl: proxy.url, ...SAMPLE })
        const failed = results.filter(({ outcome }) => outcome === 'failed')
        expect(failed.map(({ operation, check, problems }) => [operation, check, problems])).toEqual([])
        expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(LEAST)
      } finally {
        isGrowing = false
        await growth
        await proxy.stop()
      }
    })
  })
})
