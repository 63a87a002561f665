import type { Bench } from '../bench.ts'
import { Child } from '../child.ts'
import { commonest, randomOrders } from '../database.ts'
import { follow } from '../network.ts'
import { count, table } from '../table.ts'
import { changingPages, LIMITS, LONG, measureClients, SHORT } from './clients.ts'
import { Watchers } from './watchers.ts'

/** The size of a run; times in milliseconds. */
const FULL = {
  network: { seed: 1, scale: 20, blocks: 160 },
  services: [
    { clients: 100, workers: 1, pages: LONG },
    { clients: 1000, workers: 1, pages: LONG },
    { clients: 10_000, workers: 1, pages: SHORT },
    { clients: 10_000, workers: 2, pages: undefined },
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
export async function measureWaiting(bench: Bench, { services, ...size } = FULL): Promise<string> {
  await using network = await follow(bench.path('waiting'), size.network)
  const rows: string[][] = []
  for (const [i, { clients, workers, pages }] of services.entries()) {
    const title = `${count(clients)}, ${pages?.title ?? 'paths of their own'}`
    process.stderr.write(`${i + 1} of ${services.length}: clients that wait: ${title}\n`)
    await using service = Child.serve(network.database, '--workers', String(workers), ...LIMITS)
    using watchers = new Watchers()
    const paths = pages ? changingPages(clients, pages) : ownPaths(network.database, clients)
    const figures = await measureClients(network, service, watchers, paths, size)
    rows.push([title, String(workers), ...figures])
  }
  const ofTimes = ['event: median', 'p99', 'commit: median', 'p99']
  const headings = ['', 'workers', 'idle CPU', 'memory each', 'responses', ...ofTimes]
  return `Clients that wait: CPU time without blocks, and time to the response\n${table(headings, rows)}`
}

/** Stop orders and accounts of a party, and single orders. */
function ownPaths(database: string, most: number): string[] {
  const parties = commonest(database, 'stop_orders', ['party'], most).flat()
  const orders = randomOrders(database, most)
  return Array.from({ length: most }, (_, index) => {
    const place = Math.floor(index / 3)
    const page = 20 + Math.floor(place / parties.length)
    const query = `filter.partyIds=${parties[place % parties.length]}&pagination.first=${page}`
    if (index % 3 === 0) return `/api/v2/stoporders?${query}`
    const order = orders[place]
    return index % 3 === 1 && order ? `/api/v2/order/${order}` : `/api/v2/accounts?${query}`
  })
}
