import { appendFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Network } from '@trading-network/simulator'
import type { Client } from 'undici'
import { type Bench, linesOf, networkOf, rounded, status, type Table } from './bench.ts'
import { Child, CLI } from './child.ts'
import { kindsOf } from './kinds.ts'
import { quantile, send, withClients } from './load.ts'

/** Longer than a run, so that no wait ends without a change. Seconds. */
const MAX_WAIT = '600'
/** Blocks that warm up, and do not count. */
const WARM_UP = 2
/** Pause of a client after a refusal; milliseconds. */
const RETRY_MS = 1000

/** The size of a run; times in milliseconds. */
const FULL = {
  orders: 8500,
  /** Numbers of clients, and true if each waits for another path, of which a block changes few. */
  services: [
    { clients: 100, own: false },
    { clients: 1000, own: false },
    { clients: 10_000, own: true },
  ],
  // A block changes up to 10,000 responses, which one core sends in a second.
  blocks: 5,
  blockTime: 2000,
  idleTime: 4000,
}

/**
 * Measures clients that wait, first without new blocks, then with them. Events go through a file, `ingest --follow` and
 * `serve`, each in its own process.
 */
export async function measureWaiting(bench: Bench, size = FULL): Promise<Table> {
  const [events, database] = [bench.path('waiting.ndjson'), bench.path('waiting.sqlite')]
  const options = networkOf(size.orders)
  const network = new Network(options)
  let height = options.blocks
  writeFileSync(events, Array.from({ length: height }, () => linesOf(network)).join(''))
  await using ingest = Child.follow(events, database)
  const stored = () => reaches(ingest, 'trading_network_ingest_block_height', height)
  await stored()
  const add = () => {
    appendFileSync(events, linesOf(network))
    height += 1
    return height
  }
  const table: Record<string, Table[string]> = {}
  for (const { clients, own } of size.services) {
    const title = `${clients} clients, ${own ? 'each another path' : 'pages that each block changes'}`
    await using service = Child.serve(CLI, database, '--max-wait', MAX_WAIT, '--max-waiting', '20000')
    const paths = own ? ownPaths(database) : changingPages
    table[title] = await measure(service, clients, paths, add, size)
    await stored()
  }
  return table
}

async function measure(
  service: Child,
  number: number,
  path: (client: number) => string,
  add: () => number,
  { blocks, blockTime, idleTime }: typeof FULL,
): Promise<Table[string]> {
  const changes: { height: number; at: number }[] = []
  return withClients(service, number, async clients => {
    for (const [index, client] of clients.entries()) {
      void follow(client, path(index), (height, at) => void changes.push({ height, at }))
      // A burst would only test the queue.
      if (index % 50 === 49) await wait(20)
    }
    status(`${number} clients begin to wait`)
    await reaches(service, 'trading_network_waiting_requests', number)
    const [before, start] = [await service.cpu(), performance.now()]
    await wait(idleTime)
    const idle = (await service.cpu()) - before
    const share = idle / (1000 * (performance.now() - start))
    const written = new Map<number, number>()
    let last = 0
    for (let block = -WARM_UP; block < blocks; block += 1) {
      const next = wait(blockTime)
      last = add()
      if (block >= 0) written.set(last, performance.now())
      await next
    }
    // The slowest responses count, too. The last one has come when none follows for the time of a block.
    await reaches(service, 'trading_network_block_height', last)
    let known: number
    do {
      known = changes.length
      await wait(blockTime)
    } while (known < changes.length)
    const cpu = (await service.cpu()) - before - idle
    const delays = changes
      .flatMap(({ height, at }) => at - (written.get(height) ?? Number.NaN))
      .filter(Number.isFinite)
    return {
      'idle CPU %': rounded(100 * share, 1),
      responses: delays.length,
      'CPU ms each': rounded(cpu / 1000 / changes.length),
      'event to response, ms: median': rounded(quantile(delays, 0.5), 0),
      '99 of 100': rounded(quantile(delays, 0.99), 0),
    }
  })
}

/** Follows a path with long polling until its connection is closed. */
async function follow(client: Client, path: string, onChange: (height: number, at: number) => void) {
  let tag = ''
  while (!client.destroyed) {
    const headers = tag === '' ? {} : { prefer: `wait=${MAX_WAIT}`, 'if-none-match': tag }
    const received = await send(client, { path, headers }).catch((error: Error) => {
      if (!client.destroyed) throw error
    })
    if (!received) return
    if (received.status === 200 && tag !== '')
      onChange(Number(received.headers['x-block-height']), performance.now())
    tag = String(received.headers.etag ?? tag)
    if (received.status !== 200 && received.status !== 304) await wait(RETRY_MS)
  }
}

/** Waits until a metric has a value. */
async function reaches(child: Child, name: string, value: number): Promise<void> {
  while ((await child.metric(name)) !== value) await wait(50)
}

/** Fifty pages of the newest stop orders, which every block changes, of 20 to 69 rows. */
const changingPages = (client: number) => `/api/v2/stoporders?pagination.first=${20 + (client % 50)}`

/** Stop orders and accounts of a party, and single orders. */
function ownPaths(database: string): (client: number) => string {
  const titles = /^(accounts|stop orders) of a party$|^an order by id$/
  const kinds = kindsOf(database).filter(({ title }) => titles.test(title))
  return client => kinds[client % kinds.length]!.path(Math.floor(client / kinds.length))
}
