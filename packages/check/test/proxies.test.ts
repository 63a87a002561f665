import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../server/src/commands/address.ts'
import { Balancer, hasHaproxy } from '../../server/test/balancer/haproxy.ts'
import { Command } from '../../server/test/command.ts'
import { FrontProxy, has } from '../../server/test/deploy/front-proxy.ts'
import { scratchFolder } from '../../server/test/scratch.ts'
import { checkService } from '../src/index.ts'

const { folder } = scratchFolder()

/** Lists that change with each block, and ids in a path. All nine take minutes on a busy machine. */
const OPERATIONS = ['listAccounts', 'listStopOrders', 'getOrder']

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

describe('while the network gets a block each second, the check fails nothing', () => {
  let demo: Command
  let service: string
  beforeAll(async () => {
    demo = new Command(['demo', '--database', 'demo.sqlite', '--port', '0', '--no-docs'], folder)
    service = new URL(await demo.url()).host
  })
  afterAll(() => demo.interrupt())

  it.each(proxies)('behind $name', { timeout: 600_000 }, async ({ isHere, start }) => {
    if (!isHere) return
    const proxy = await start(service)
    try {
      const { results } = await checkService({ baseUrl: proxy.url, only: OPERATIONS })
      const failed = results.filter(({ outcome }) => outcome === 'failed')
      expect(failed.map(({ operation, check, problems }) => [operation, check, problems])).toEqual([])
    } finally {
      await proxy.stop()
    }
  })
})
