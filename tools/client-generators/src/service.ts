import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@trading-network/server'
import typical from '@trading-network/spec/examples/getOrder-typicalOrder.json' with { type: 'json' }
import type { AccountList, ErrorBody } from '@trading-network/types'

const cli = fileURLToPath(new URL('cli.ts', import.meta.resolve('@trading-network/server')))

/** An order id that no network has. */
const MISSING = 'ab'.repeat(32)

/** An order with an enum value that the contract does not list, and with the largest 64-bit integers. */
const order = {
  ...typical.value.order,
  side: 'SIDE_LATER',
  batchId: '18446744073709551615',
  createdAt: '9223372036854775807',
}

/** The values that the calls of a program must print; of `order`, the first is the enum. */
export type Expected = Readonly<Record<'page' | 'filter' | 'error' | 'order', readonly unknown[]>>

/** The servers that the programs call. */
export interface Service {
  /** Arguments of every program: the base URLs of a simulated network and of a stub, and an order id. */
  readonly args: readonly string[]
  /** The values that a program must print, read with plain requests. */
  readonly expected: Expected
  end(): Promise<void>
}

/** Serves a simulated network, with its files in a folder, and a stub that has the same order at every path. */
export async function startService(folder: string): Promise<Service> {
  const [events, database] = [join(folder, 'events.ndjson'), join(folder, 'network.sqlite')]
  const command = (...args: string[]) => execFileSync(process.execPath, [cli, ...args], { stdio: 'ignore' })
  command('simulate', '--blocks', '200', '--output', events)
  command('ingest', events, '--database', database)
  const network = await serve({ database, host: '127.0.0.1', port: 0, log: 'silent' })
  const stub = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ order }))
  })
  await once(stub.listen(0, '127.0.0.1'), 'listening')
  return {
    args: [network.url, `http://127.0.0.1:${(stub.address() as AddressInfo).port}`, MISSING],
    expected: await read(network.url),
    async end() {
      stub.closeAllConnections()
      stub.close()
      await network.close()
    },
  }
}

async function read(url: string): Promise<Expected> {
  const accounts = async (query: string) => {
    const response = await fetch(`${url}/api/v2/accounts?pagination.first=2${query}`)
    const { accounts } = (await response.json()) as AccountList
    return accounts.edges.map(({ cursor, node }) => [cursor, node.owner, node.balance])
  }
  const response = await fetch(`${url}/api/v2/order/${MISSING}`)
  const { code, message, details } = (await response.json()) as ErrorBody
  const types = ['ACCOUNT_TYPE_BOND', 'ACCOUNT_TYPE_GENERAL']
  return {
    page: await accounts(''),
    filter: await accounts(types.map(type => `&filter.accountTypes=${type}`).join('')),
    error: [response.status, code, message, details[0]?.reason],
    order: [order.side, order.batchId, order.createdAt],
  }
}
