import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import typical from '@trading-network/spec/examples/getOrder-typicalOrder.json' with { type: 'json' }
import contract from '@trading-network/spec/openapi.json' with { type: 'json' }
import { Program } from '@trading-network/test/program'

const cli = fileURLToPath(new URL('cli.ts', import.meta.resolve('@trading-network/server')))

/** The example of an operation's first parameter. The sample network has what it names. */
function idFor(operation: keyof typeof contract.paths): string {
  const parameters: readonly { readonly example?: unknown }[] = contract.paths[operation].get.parameters
  return String(parameters[0]?.example)
}
const orderId = idFor('/api/v2/order/{orderId}')
const marketId = idFor('/api/v2/funding-periods/data-points/{marketId}')
const partyId = idFor('/api/v2/parties/{partyId}/stake')
const id = idFor('/api/v2/node/signatures')

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

/** The servers that the programs call. */
export interface Service {
  /** Arguments of every program: the base URLs of the sample network and of a stub, and ids. */
  readonly args: readonly string[]
  /** The expected output of each call: the bodies of the nine operations by operation id, and of three other calls. */
  readonly expected: Readonly<Record<string, unknown>>
  /** For files; the end removes it. */
  readonly folder: string
  end(): Promise<void>
}

/** Serves the sample network, and a stub that has the same order in every response. */
export async function startService(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'generators-'))
  const database = ['--database', join(folder, 'network.sqlite')]
  const demo = await startProgram([cli, 'demo', '--still', '--no-docs', '--port', '0', ...database])
  const stub = createServer(async (request, response) => {
    const { headers } = await fetch(demo.url + request.url)
    // Some clients demand each header of the contract.
    for (const [name, value] of headers)
      if (/^(x-|content-type|etag|vary|cache-control)/.test(name)) response.setHeader(name, value)
    response.end(JSON.stringify(later))
  })
  await once(stub.listen(0, '127.0.0.1'), 'listening')
  const stubUrl = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`
  return {
    args: [demo.url, stubUrl, orderId, MISSING, marketId, partyId, id],
    expected: await read(demo.url),
    folder,
    async end() {
      stub.closeAllConnections()
      stub.close()
      await demo.end()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Starts a program of Node, and waits until it prints the URL that it listens to. */
export async function startProgram(args: readonly string[]) {
  const program = new Program([process.execPath, ...args])
  const [, url = ''] = await program.says(/(?:answers at|listening on) (http:\/\/[\w.:]+)/)
  return { url, end: () => program.end() }
}

async function read(url: string): Promise<Service['expected']> {
  const paths = {
    listFundingPeriodDataPoints: `funding-periods/data-points/${marketId}`,
    listEpochRewardSummaries: 'rewards/epoch/summaries',
    listReferralSetReferees: 'referral-sets/referees',
    listStopOrders: 'stoporders',
    listAccounts: 'accounts',
    listLiquidityProvisions: `liquidity/all-provisions?marketId=${marketId}`,
    getStake: `parties/${partyId}/stake`,
    listNodeSignatures: `node/signatures?id=${id}`,
    getOrder: `order/${orderId}`,
    filter: 'accounts?filter.accountTypes=ACCOUNT_TYPE_BOND&filter.accountTypes=ACCOUNT_TYPE_GENERAL',
    error: `order/${MISSING}`,
  }
  const expected: Record<string, unknown> = { later }
  for (const [call, path] of Object.entries(paths)) {
    const response = await fetch(`${url}/api/v2/${path}`)
    expected[call] = response.ok ? await response.json() : [response.status, await response.json()]
  }
  return expected
}
