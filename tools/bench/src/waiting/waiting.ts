import { setTimeout as wait } from 'node:timers/promises'
import type { Bench, Benchmark } from './benchmark.ts'
import { Child } from './child.ts'
import { Database } from './database.ts'
import { follow } from './following.ts'
import { quantile } from './rounds.ts'
import { count, showStatus, table } from './table.ts'
import { MAX_WAIT, Watchers } from './watchers.ts'

/** Blocks before a service starts. */
const STORED_BLOCKS = 160
/** Different pages that every block changes. */
const CHANGING_PAGES = 50

/** The size of a run; times in milliseconds. */
export const FULL = {
  /** Clients have paths of their own, of which a block changes few, or pages that every block changes. */
  services: [
    { clients: 10_000, workers: 1, everyBlock: false },
    { clients: 10_000, workers: 2, everyBlock: false },
    { clients: 100, workers: 1, everyBlock: true },
    { clients: 1000, workers: 1, everyBlock: true },
  ],
  blocks: 30,
  blockTime: 1000,
  idleTime: 15_000,
}

export const waiting: Benchmark = {
  name: 'waiting',
  run: bench => measureWaiting(bench),
}

/**
 * Measures clients that wait, first without new blocks, then with them. Events go through a file, `ingest --follow` and
 * `serve`, each in its own process.
 */
export async function measureWaiting(bench: Bench, { services, ...size } = FULL): Promise<string> {
  const network = await follow(bench, 'waiting', { seed: 1, scale: 20, blocks: STORED_BLOCKS })
  await using _ = network.ingest
  const rows: string[][] = []
  for (const service of services) rows.push(await measureClients(network, service, size))
  const headings = ['', 'workers', 'idle CPU', 'memory each', 'median', 'p99', 'responses']
  return `Clients that wait: CPU time without blocks, and time from an event to the response\n${table(headings, rows)}`
}

async function measureClients(
  { database, append }: Awaited<ReturnType<typeof follow>>,
  { clients, workers, everyBlock }: (typeof FULL.services)[number],
  { blocks, blockTime, idleTime }: Omit<typeof FULL, 'services'>,
): Promise<string[]> {
  const limits = ['--max-wait', MAX_WAIT, '--max-waiting', String(2 * clients)]
  await using service = Child.serve(database, '--workers', String(workers), ...limits)
  const memory = async () => (await service.metrics())('process_resident_memory_bytes')
  const before = await memory()
  using watchers = new Watchers()
  await watchers.start(service, (everyBlock ? changingPages : ownPaths)(database, clients))
  const title = `${count(clients)} clients, ${everyBlock ? 'notified by every block' : 'each with its own path'}`
  showStatus(title)
  const cpu = await service.cpu()
  await wait(idleTime)
  const share = ((await service.cpu()) - cpu) / (idleTime / 1000)
  const each = ((await memory()) - before) / clients
  const written = new Map<number, number>()
  while (written.size < blocks) {
    const [next, at] = [wait(blockTime), performance.now()]
    written.set(append(), at)
    await next
  }
  await wait(1000)
  const delays = watchers.delays(written)
  const times = [0.5, 0.99].map(share => `${count(quantile(delays, share))} ms`)
  const figures = [
    `${(100 * share).toFixed(1)} %`,
    `${count(each / 1000)} kB`,
    ...times,
    count(delays.length),
  ]
  return [title, String(workers), ...figures]
}

/** Stop orders and accounts of a party, and single orders. */
function ownPaths(database: string, most: number): string[] {
  const [parties, orders] = Database.read(database, found => [
    found.commonest('stop_orders', ['party'], most).flat(),
    found.orders(most),
  ])
  return Array.from({ length: most }, (_, index) => {
    const place = Math.floor(index / 3)
    const page = 20 + Math.floor(place / parties.length)
    const query = `filter.partyIds=${parties[place % parties.length]}&pagination.first=${page}`
    if (index % 3 === 0) return `/api/v2/stoporders?${query}`
    const order = orders[place]
    return index % 3 === 1 && order ? `/api/v2/order/${order}` : `/api/v2/accounts?${query}`
  })
}

/** Pages of the newest stop orders. */
function changingPages(_: string, most: number): string[] {
  const pathOf = (index: number) => `/api/v2/stoporders?pagination.first=${20 + (index % CHANGING_PAGES)}`
  return Array.from({ length: most }, (_, index) => pathOf(index))
}
