import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../server/src/commands/address.ts'
import { Balancer, hasHaproxy } from '../../server/test/balancer/haproxy.ts'
import { FrontProxy, has } from '../../server/test/deploy/front-proxy.ts'
import { checkService } from '../src/index.ts'
import { type SimulatedNetwork, simulatedNetwork } from './network.ts'

const BLOCK_MS = 1000

interface Proxy {
  readonly url: string
  stop(): Promise<void>
}

async function cached(start: (listen: string) => FrontProxy): Promise<Proxy> {
  const listen = `127.0.0.1:${await freePort('127.0.0.1', 0)}`
  const proxy = start(listen)
  const url = `http://${listen}`
  await proxy.answers(`${url}/ready`)
  return { url, stop: () => proxy.stop() }
}

const proxies = [
  {
    name: 'the cache of nginx',
    isHere: has('nginx', '-v', 'nginx/cache.conf'),
    start: (service: string) =>
      cached(listen =>
        FrontProxy.nginx('nginx/cache.conf', { '127.0.0.1:8000': listen, '127.0.0.1:8080': service }),
      ),
  },
  {
    name: 'HAProxy',
    isHere: hasHaproxy(),
    start: async (service: string): Promise<Proxy> =>
      Balancer.start([`http://${service}`, `http://${service}`]),
  },
]

describe('while the network grows, the whole check fails nothing', () => {
  let network: SimulatedNetwork
  let service: string
  beforeAll(async () => {
    network = await simulatedNetwork()
    service = new URL(network.origin).host
  })
  afterAll(() => network.close())

  it.each(proxies)('behind $name', { timeout: 600_000 }, async ({ isHere, start }) => {
    if (!isHere) return
    const proxy = await start(service)
    let isGrowing = true
    const growth = (async () => {
      for (; isGrowing; await wait(BLOCK_MS)) await network.move()
    })()
    try {
      const { results } = await checkService({ baseUrl: proxy.url })
      const failed = results.filter(({ outcome }) => outcome === 'failed')
      expect(failed.map(({ operation, check, problems }) => [operation, check, problems])).toEqual([])
      expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(150)
    } finally {
      isGrowing = false
      await growth
      await proxy.stop()
    }
  })
})
