import { setTimeout as wait } from 'node:timers/promises'
import { ingest, openWriter } from '@trading-network/server'
import { Cluster } from '@trading-network/testing/postgres'
import pg from 'pg'
import type { Bench, Benchmark } from './benchmark.ts'
import { blocksOf, take } from './blocks.ts'
import { Child } from './child.ts'
import { Database } from './database.ts'
import { sourceOf } from './fill.ts'
import { measureNotified } from './notified.ts'
import { count, megabytes, showStatus } from './table.ts'
import { delaysOf, hold, lossesOf, WAIT_SECONDS, Watcher } from './watcher.ts'

export const waiting: Benchmark = {
  name: 'waiting',
  about:
    'requests that wait for a change: CPU time while nothing changes, memory, delay; from event to response',
  onlyByName: true,
  run: async bench => {
    const parts = [await measureWaiting(bench), await measureWaiting(bench, FULL, WORKERS)]
    if (bench.options.postgres) parts.push(await measureFailover(bench))
    return [...parts, await measureNotified(bench)].join('\n')
  },
}

/** Blocks before the service starts. */
const STORED_BLOCKS = 160
/** The size of a run. */
const FULL = {
  /** Requests that wait. */
  waiting: 10_000,
  /** Blocks while they wait. */
  blocks: 30,
  /** Time between two blocks, and of the measurement without blocks; milliseconds. */
  blockTime: 1_000,
  idleTime: 15_000,
}
/** The database of a service, if it is not an SQLite file with one process. */
export interface Setup {
  readonly title: string
  /** URL of a PostgreSQL database. */
  readonly database?: string
  /** Options of `serve`. */
  readonly options: readonly string[]
  /** Ends the database, and returns the URL of the one that takes over. */
  failOver?(): Promise<string>
}
const SQLITE: Setup = { title: 'SQLite', options: [] }
const WORKERS: Setup = { title: 'SQLite, two workers', options: ['--workers', '2'] }

/** Serves stored blocks, and measures with and without further ones. */
export async function measureWaiting(bench: Bench, size = FULL, setup = SQLITE): Promise<string> {
  const path = bench.path(`${setup.title}.sqlite`)
  const database = setup.database ?? path
  const blocks = blocksOf({ seed: 1, scale: 20, blocks: Number.MAX_SAFE_INTEGER })
  const stored = take(blocks, STORED_BLOCKS).flat()
  for (const each of new Set([path, database])) await store(each, stored)
  const limits = ['--max-wait', String(WAIT_SECONDS), '--max-waiting', String(2 * size.waiting)]
  const service = Child.serve(database, ...limits, ...setup.options)
  const resident = async () => megabytes((await service.metrics())('process_resident_memory_bytes'))
  const origin = await service.address()
  const watchers = urlsIn(path, size.waiting).map(url => new Watcher(origin + url))
  const delays = (database: string) =>
    delaysOf(watchers, take(blocks, size.blocks), size.blockTime, lines => store(database, lines))
  try {
    const memory = await resident()
    await hold(watchers, service)
    showStatus('nothing changes')
    const cpu = await service.cpu()
    await wait(size.idleTime)
    const share = (((await service.cpu()) - cpu) * 1000) / size.idleTime
    const lines = [
      `${setup.title}: ${count(watchers.length)} requests wait, each for its own URL.`,
      `CPU while nothing changes: ${(100 * share).toFixed(1)} % of a core`,
      `memory: ${memory}, with them ${await resident()}`,
      `delay from commit to response: ${await delays(database)}`,
    ]
    if (setup.failOver) {
      const start = performance.now()
      lines.push(`after a failover: ${await delays(await setup.failOver())}`)
      const later = watchers.flatMap(({ changes }) => changes.map(({ at }) => at)).filter(at => at > start)
      lines.push(`first response after the crash: ${count(Math.min(...later) - start)} ms`)
    }
    return `${[...lines, await lossesOf(watchers)].join('\n')}\n`
  } finally {
    for (const watcher of watchers) watcher.end()
    await service.end()
  }
}

/** Measures on a standby of PostgreSQL, which is promoted while requests wait. */
export async function measureFailover(bench: Bench, size = FULL): Promise<string> {
  const primary = await Cluster.create(['wal_keep_size = 256MB'])
  const standby = await primary.standby()
  try {
    await primary.start()
    await standby.start()
    return await measureWaiting(bench, size, {
      title: 'PostgreSQL with a standby',
      database: primary.url(),
      options: ['--replica', standby.url()],
      async failOver() {
        await primary.stop('SIGQUIT')
        const client = new pg.Client(standby.url())
        await client.connect()
        await client.query('SELECT pg_promote()')
        await client.end()
        return standby.url()
      },
    })
  } finally {
    await standby.stop()
    await primary.remove()
  }
}

/** Returns different URLs: stop orders and accounts of a party, and single orders. */
function urlsIn(path: string, most: number): string[] {
  const [parties, orders] = Database.read(path, database => [
    database.commonest('stop_orders', ['party'], most).flat(),
    database.orders(most),
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

/** Stores lines, and returns the height and the time of the last commit. */
async function store(database: string, lines: readonly string[]): Promise<[height: number, at: number]> {
  const writer = await openWriter(database)
  let at = 0
  const onCommit = () => {
    at = performance.now()
  }
  const { checkpoint } = await ingest(sourceOf(lines), writer, { onCommit })
  await writer.close()
  return [Number(checkpoint.height), at]
}
