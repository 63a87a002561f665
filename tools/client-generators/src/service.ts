import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import typical from '@trading-network/spec/examples/getOrder-typicalOrder.json' with { type: 'json' }
import contract from '@trading-network/spec/openapi.json' with { type: 'json' }

const cli = fileURLToPath(new URL('cli.ts', import.meta.resolve('@trading-network/server')))

/** An order id that no network has. */
const MISSING = 'ab'.repeat(32)

/** An order with an enum value that the contract does not list, and with the largest 64-bit integers. */
const later = {
  order: {
    ...typical.value.order,
    side: 'SIDE_LATER',
    batchId: '18446744073709551615',
    createdAt: '9223372036854775807',
  },
}

/** The values that the calls of a program must print: the bodies of the nine operations by their id, and three others. */
export type Expected = Readonly<Record<string, unknown>>

/** The servers that the programs call. */
export interface Service {
  readonly url: string
  /** Arguments of every program: the base URLs of the sample network and of a stub, and ids. */
  readonly args: readonly string[]
  /** The values that a program must print, read with plain requests. */
  readonly expected: Expected
  end(): Promise<void>
}

/** Serves the sample network, with its file in a folder, and a stub that has the same order in every response. */
export async function startService(folder: string): Promise<Service> {
  const options = ['--still', '--no-docs', '--port', '0', '--database', join(folder, 'network.sqlite')]
  const demo = spawn(process.execPath, [cli, 'demo', ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await urlIn(createInterface(demo.stdout))
  const stub = createServer(async (request, response) => {
    const { headers } = await fetch(url + request.url)
    // Some clients demand each header of the contract.
    for (const [name, value] of headers)
      if (/^(x-|content-type|etag|vary|cache-control)/.test(name)) response.setHeader(name, value)
    response.end(JSON.stringify(later))
  })
  await once(stub.listen(0, '127.0.0.1'), 'listening')
  const [orderId, marketId, partyId, id] = [
    exampleOf('/api/v2/order/{orderId}', 'orderId'),
    exampleOf('/api/v2/funding-periods/data-points/{marketId}', 'marketId'),
    exampleOf('/api/v2/parties/{partyId}/stake', 'partyId'),
    exampleOf('/api/v2/node/signatures', 'id'),
  ]
  const stubUrl = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`
  return {
    url,
    args: [url, stubUrl, orderId, MISSING, marketId, partyId, id],
    expected: await read(url, { orderId, marketId, partyId, id }),
    async end() {
      stub.closeAllConnections()
      stub.close()
      demo.kill()
      if (demo.exitCode === null) await once(demo, 'exit')
    },
  }
}

async function urlIn(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [url] = line.match(/http:\/\/\S+/) ?? []
    if (url) return url
  }
  throw new Error('the sample network did not start')
}

function exampleOf(path: string, name: string): string {
  const { parameters } = contract.paths[path as '/api/v2/order/{orderId}'].get
  const own = parameters as readonly { readonly name?: string; readonly example?: unknown }[]
  return String(own.find(parameter => parameter.name === name)?.example)
}

async function read(url: string, ids: Readonly<Record<string, string>>): Promise<Expected> {
  const expected: Record<string, unknown> = { later }
  const ask = async (path: string) => {
    const response = await fetch(url + path)
    return response.ok ? response.json() : [response.status, await response.json()]
  }
  // These need an id that is not in their path.
  const queries: Readonly<Record<string, string>> = {
    listLiquidityProvisions: `?marketId=${ids.marketId}`,
    listNodeSignatures: `?id=${ids.id}`,
  }
  for (const [path, { get }] of Object.entries(contract.paths)) {
    const filled = path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? '')
    expected[get.operationId] = await ask(filled + (queries[get.operationId] ?? ''))
  }
  const types = ['ACCOUNT_TYPE_BOND', 'ACCOUNT_TYPE_GENERAL'].map(type => `filter.accountTypes=${type}`)
  expected.filter = await ask(`/api/v2/accounts?${types.join('&')}`)
  expected.error = await ask(`/api/v2/order/${MISSING}`)
  return expected
}
