import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import typical from '@trading-network/spec/examples/getOrder-typicalOrder.json' with { type: 'json' }
import type { Expected } from './trials.ts'

const cli = fileURLToPath(new URL('cli.ts', import.meta.resolve('@trading-network/server')))

/** An order id that no network has. */
const MISSING = 'ab'.repeat(32)

/** An order with an enum value that the contract does not list, and with the largest 64-bit integers. */
export const order = {
  ...typical.value.order,
  side: 'SIDE_LATER',
  batchId: '18446744073709551615',
  createdAt: '9223372036854775807',
}

/** The services that the programs call. */
export class Services {
  readonly #sample: ChildProcess
  readonly #stub: Server
  /** Arguments of every program: the base URLs of the sample network and of the stub, and an order id. */
  readonly args: readonly string[]

  private constructor(sample: ChildProcess, stub: Server, url: string) {
    this.#sample = sample
    this.#stub = stub
    this.args = [url, urlOf(stub), MISSING]
  }

  /** Starts the sample server with its database in a folder, and a stub that has one order. */
  static async start(folder: string): Promise<Services> {
    const stub = await startStub()
    const args = [cli, 'demo', '--port', '0', '--database', join(folder, 'sample.sqlite')]
    const sample = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    return new Services(sample, stub, await addressOf(sample))
  }

  /** The values that a program must print, read with plain requests. */
  async expected(): Promise<Expected> {
    const [url = ''] = this.args
    const accounts = async (query: string) => {
      const response = await fetch(`${url}/api/v2/accounts?pagination.first=2${query}`)
      const { edges } = ((await response.json()) as { accounts: { edges: Edge[] } }).accounts
      return edges.map(({ cursor, node }) => [cursor, node.owner, node.balance])
    }
    const response = await fetch(`${url}/api/v2/order/${MISSING}`)
    const { code, message } = (await response.json()) as { code: number; message: string }
    return {
      page: await accounts(''),
      filter: await accounts(
        '&filter.accountTypes=ACCOUNT_TYPE_BOND&filter.accountTypes=ACCOUNT_TYPE_GENERAL',
      ),
      error: [response.status, code, message],
      order: [order.side, order.batchId, order.createdAt],
    }
  }

  end(): void {
    this.#sample.kill('SIGKILL')
    this.#stub.closeAllConnections()
    this.#stub.close()
  }
}

interface Edge {
  readonly cursor: string
  readonly node: { readonly owner: string; readonly balance: string }
}

/** Starts a service that has the same order at every path. */
export async function startStub(): Promise<Server> {
  const stub = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ order }))
  })
  await new Promise<void>(resolve => stub.listen(0, '127.0.0.1', resolve))
  return stub
}

/** The base URL of a local server. */
export function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The address that the sample server announces. */
function addressOf(sample: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    const [, url] = /answers at (http:\S+)/.exec(output) ?? []
    if (url) resolve(url)
  }
  sample.stdout?.on('data', read)
  sample.stderr?.on('data', read)
  sample.once('exit', code => reject(new Error(`The sample server ended with ${code}:\n${output}`)))
  process.once('exit', () => sample.kill('SIGKILL'))
  return promise
}
