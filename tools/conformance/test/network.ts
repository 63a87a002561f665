import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import {
  createDatabase,
  createHttp,
  ingest,
  openNetwork,
  operations,
  type Source,
  SqliteWriter,
} from '@trading-network/server'
import { simulate } from '@trading-network/simulator'

/** What a request got, with the body still as text. */
export interface Reply {
  status: number
  headers: Record<string, string>
  text: string
}

/** A simulated network behind our own server, in this process and without a port. */
export interface SimulatedNetwork {
  get(target: string, method?: string): Promise<Reply>
  /** Lets the network make another block. */
  move(): Promise<void>
  close(): Promise<void>
}

const SEED = 1
const BLOCKS = 300
const MAX_BLOCKS = 1500

/**
 * Makes a network of a few hundred records, one order of which has several versions.
 *
 * @param assets names of assets that nobody but this network knows; an account holds each
 */
export async function simulatedNetwork(assets: readonly string[] = ['myToken']): Promise<SimulatedNetwork> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  const database = join(folder, 'network.sqlite')
  const blocks = blocksOf(simulate({ seed: SEED, blocks: MAX_BLOCKS, scale: 1 }))
  const next = () => blocks.next().value ?? []
  const lines = Array.from({ length: BLOCKS }, next).flat()
  const writer = new SqliteWriter(createDatabase(database))
  await ingest(sourceOf(withMarkets(withAssets(withAmendment(lines), assets))), writer)
  const network = openNetwork(database)
  const app = createHttp({ operations, answer: network.answer, head: network.head })
  return {
    async get(target, method = 'GET') {
      // A turn of the event loop, as between requests of a socket: without it nothing that a request used is freed.
      await setImmediate()
      const { statusCode, headers, body } = await app.inject({ method: method as 'GET', url: target })
      const entries = Object.entries(headers).map(([name, value]) => [name, String(value)])
      return { status: statusCode, headers: Object.fromEntries(entries), text: body }
    },
    move: async () => {
      await ingest(sourceOf(next()), writer)
    },
    async close() {
      await app.close()
      network.close()
      writer.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function sourceOf(lines: readonly string[]): Source {
  return {
    name: 'memory',
    bytesRead: () => 0,
    async *records() {
      yield [...lines]
    },
  }
}

function* blocksOf(lines: Iterable<string>): Generator<string[]> {
  let block: string[] = []
  for (const line of lines) {
    block.push(line)
    if (!line.includes('BUS_EVENT_TYPE_END_BLOCK')) continue
    yield block
    block = []
  }
}

/** The simulation amends no order that a stop order has triggered, and no other order can be found from outside. */
function withAmendment(lines: readonly string[]): string[] {
  const triggered = lines.findLast(
    line => line.includes('"STATUS_TRIGGERED"') && line.includes('"stopOrder"'),
  )
  const { orderId } = (JSON.parse(triggered ?? '') as { stopOrder: { stopOrder: { orderId: string } } })
    .stopOrder.stopOrder
  const place = lines.findLastIndex(
    line => line.includes('BUS_EVENT_TYPE_ORDER"') && line.includes(`"id":"${orderId}"`),
  )
  const event = JSON.parse(lines[place] ?? '') as { order: Record<string, unknown> }
  const amended = JSON.stringify({ ...event, order: { ...event.order, version: '2', price: '7' } })
  return lines.toSpliced(place + 1, 0, amended)
}

/** Reward payouts name a market on networks before 0.74 only; the simulation is of a later one. */
function withMarkets(lines: readonly string[]): string[] {
  const markets = lines.flatMap(line => /"marketCreated":\{"id":"(\w+)"/.exec(line)?.[1] ?? [])
  return lines.map((line, index) =>
    index % 2 === 0
      ? line.replace('"rewardPayout":{', `"rewardPayout":{"market":"${markets[index % markets.length]}",`)
      : line,
  )
}

/** The simulation has no assets but well-known ones and those with hexadecimal ids. */
function withAssets(lines: readonly string[], assets: readonly string[]): string[] {
  const place = lines.findIndex(line => line.includes('BUS_EVENT_TYPE_ACCOUNT"'))
  const event = JSON.parse(lines[place] ?? '') as { account: Record<string, unknown> }
  const more = assets.map(asset => JSON.stringify({ ...event, account: { ...event.account, asset } }))
  return lines.toSpliced(place + 1, 0, ...more)
}
