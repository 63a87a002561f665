import { createHttp } from '@trading-network/server'
import document from '@trading-network/spec/openapi.json' with { type: 'json' }
import { Overload } from '../../../server/src/overload/protect-service.ts'
import { loadOperations } from '../../../server/src/parameters/contract.ts'
import { type Operation, operations } from '../../src/contract/operations.ts'
import { type CheckResult, checkService } from '../../src/index.ts'
import type { Exchange } from '../../src/log/exchange.ts'
import { Service } from '../../src/log/service.ts'
import { simulatedNetwork } from '../network.ts'

/** Where all recorded requests go: the services of the traffic have ports of their own. */
export const ORIGIN = 'http://network.example'

/** Longer ago than the first block: the history is limited, and complete. */
const TEN_YEARS = 10n * 365n * 86_400n * 1_000_000_000n

/**
 * Runs the whole check on a network that shows every header: its history begins late and is limited, and each operation
 * is deprecated. Then waits at each operation, and sends one request for each to a service that refuses it by its rate
 * limit.
 *
 * @returns the results of the check
 */
export async function makeTraffic(tell: (exchange: Exchange) => unknown): Promise<readonly CheckResult[]> {
  const served = loadOperations(document).map(operation => ({
    ...operation,
    deprecation: { since: '2026-12-01', sunset: '2027-06-30' },
  }))
  const network = await simulatedNetwork(undefined, TEN_YEARS, { startsLate: true, served })
  const found = new Map<Operation, Exchange>()
  const onExchange = (exchange: Exchange) => {
    const { status, method, request } = exchange
    if (status === 200 && method === 'GET' && !found.has(request.operation))
      found.set(request.operation, exchange)
    tell(exchange)
  }
  const options = { baseUrl: network.origin, timeout: 300_000 }
  const { results } = await checkService({ ...options, onExchange })
  await waitAtAll([...found.values()], new Service({ ...options, onExchange: tell }))
  await network.close()
  await refuseAll(tell)
  return results
}

/** Waits in vain for a change and for the next block. The check waits at two operations only, since it takes time. */
async function waitAtAll(found: readonly Exchange[], service: Service): Promise<void> {
  const requests = found.flatMap(({ request, headers }) => [
    { ...request, headers: { prefer: 'wait=1', 'if-none-match': headers.get('etag') ?? '' } },
    { ...request, headers: { prefer: 'wait=1', 'x-min-block-height': '9999999' } },
  ])
  await Promise.all(requests.map(request => service.ask(request)))
}

async function refuseAll(onExchange: (exchange: Exchange) => unknown): Promise<void> {
  const block = { height: '1', timestamp: '1', state: '' }
  const overload = new Overload({ rateLimit: { requests: 0, window: 3_600_000 } })
  const app = createHttp({
    operations: loadOperations(document),
    answer: () => ({ body: '{}', block, etag: '' }),
    head: () => block,
    overload,
  })
  const service = new Service({ baseUrl: await app.listen({ host: '127.0.0.1', port: 0 }), onExchange })
  for (const operation of operations) {
    const required = operation.parameters.filter(parameter => parameter.required)
    const params = Object.fromEntries(required.map(({ name }) => [name, 'a'.repeat(64)]))
    await service.ask({ operation, params, expects: { what: 'a rate limit of none', status: 429 } })
  }
  await app.close()
}
