import { setTimeout as wait } from 'node:timers/promises'
import type { Bench, Benchmark } from './benchmark.ts'
import { Child } from './child.ts'
import { Database } from './database.ts'
import { follow } from './following.ts'
import { quantile } from './rounds.ts'
import { count, megabytes, showStatus, table } from './table.ts'
import { MAX_WAIT, Watchers } from './watchers.ts'

/** Blocks before a service starts. */
const STORED_BLOCKS = 160
/** Different pages that every block changes. */
const CHANGING_PAGES = 50

interface Service {
  readonly clients: number
  readonly workers: number
  readonly pages: { readonly title: string; paths(database: string, most: number): string[] }
}

/** Each client has its own path, and a block changes few of them. */
const OWN = { title: 'each with its own path', paths: differentPages }
/** Every block notifies every client. */
const CHANGING = { title: 'notified by every block', paths: changingPages }

/** The size of a run; times in milliseconds. */
export const FULL = {
  services: [
    { clients: 10_000, workers: 1, pages: OWN },
    { clients: 10_000, workers: 2, pages: OWN },
    { clients: 100, workers: 1, pages: CHANGING },
    { clients: 1000, workers: 1, pages: CHANGING },
  ] as readonly Service[],
  blocks: 30,
  blockTime: 1000,
  idleTime: 15_000,
}

export const waiting: Benchmark = {
  name: 'waiting',
  onlyByName: true,
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
  for (const service of services) rows.push(await measureClients(network, { ...service, ...size }))
  const headings = ['', 'workers', 'idle CPU', 'memory', 'with them', 'median', 'p99', 'responses']
  return `Clients that wait: CPU time without blocks, and time from an event to the response\n${table(headings, rows)}`
}

async function measureClients(
  { database, append }: Awaited<ReturnType<typeof follow>>,
  { clients, workers, pages, blocks, blockTime, idleTime }: Omit<typeof FULL, 'services'> & Service,
): Promise<string[]> {
  const limits = ['--max-wait', MAX_WAIT, '--max-waiting', String(2 * clients)]
  await using service = Child.serve(database, '--workers', String(workers), ...limits)
  const memory = async () => megabytes((await service.metrics())('process_resident_memory_bytes'))
  const before = await memory()
  using watchers = new Watchers()
  await watchers.start(service, pages.paths(database, clients))
  const title = `${count(clients)} clients, ${pages.title}`
  showStatus(`${title}: nothing changes`)
  const cpu = await service.cpu()
  await wait(idleTime)
  const share = ((await service.cpu()) - cpu) / (idleTime / 1000)
  const withThem = await memory()
  const written = new Map<number, number>()
  for (let block = 1; block <= blocks; block += 1) {
    showStatus(`${title}: block ${block} of ${blocks}`)
    const next = wait(blockTime)
    const at = performance.now()
    written.set(append(), at)
    await next
  }
  await wait(1000)
  const delays = watchers.delays(written)
  const times = [quantile(delays, 0.5), quantile(delays, 0.99)].map(time => `${count(time)} ms`)
  return [
    title,
    String(workers),
    `${(100 * share).toFixed(1)} %`,
    before,
    withThem,
    ...times,
    count(delays.length),
  ]
}

/** Stop orders and accounts of a party, and single orders. */
function differentPages(database: string, most: number): string[] {
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
