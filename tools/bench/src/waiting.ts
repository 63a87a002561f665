import { setTimeout as wait } from 'node:timers/promises'
import { ingest, openWriter } from '@trading-network/server'
import type { Bench, Benchmark } from './benchmark.ts'
import { blocksOf, take } from './blocks.ts'
import { Child } from './child.ts'
import { Database } from './database.ts'
import { sourceOf } from './fill.ts'
import { measureNotified } from './notified.ts'
import { count, megabytes, showStatus } from './table.ts'
import { MAX_WAIT, Watchers } from './watchers.ts'

export const waiting: Benchmark = {
  name: 'waiting',
  about:
    'requests that wait for a change: CPU time while nothing changes, memory, delay; from event to response',
  onlyByName: true,
  run: async bench =>
    [
      await measureWaiting(bench),
      'Two workers: ',
      await measureWaiting(bench, FULL, ['--workers', '2']),
      await measureNotified(bench),
    ].join(''),
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

/** Serves stored blocks, and measures with and without further ones. */
export async function measureWaiting(
  bench: Bench,
  size = FULL,
  options: readonly string[] = [],
): Promise<string> {
  const path = bench.path(`waiting${options.join('')}.sqlite`)
  const blocks = blocksOf({ seed: 1, scale: 20, blocks: STORED_BLOCKS + size.blocks })
  await store(path, take(blocks, STORED_BLOCKS).flat())
  const limits = ['--max-wait', MAX_WAIT, '--max-waiting', String(2 * size.waiting)]
  await using service = Child.serve(path, ...limits, ...options)
  const memory = async () => megabytes((await service.metrics())('process_resident_memory_bytes'))
  using watchers = new Watchers(service, pathsIn(path, size.waiting))
  const before = await memory()
  await watchers.start()
  showStatus('nothing changes')
  const cpu = await service.cpu()
  await wait(size.idleTime)
  const share = (((await service.cpu()) - cpu) * 1000) / size.idleTime
  const withThem = await memory()
  const delays = await watchers.delays(take(blocks, size.blocks), size.blockTime, async lines => {
    await store(path, lines)
    return performance.now()
  })
  return `${count(size.waiting)} requests wait, each for its own URL.
CPU while nothing changes: ${(100 * share).toFixed(1)} % of a core
memory: ${before}, with them ${withThem}
delay from commit to response: ${delays}\n`
}

/** Returns different paths: stop orders and accounts of a party, and single orders. */
function pathsIn(path: string, most: number): string[] {
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

/** Stores lines. Returns after the commit. */
async function store(path: string, lines: readonly string[]): Promise<void> {
  const writer = await openWriter(path)
  await ingest(sourceOf(lines), writer)
  await writer.close()
}
