import { setTimeout as wait } from 'node:timers/promises'
import { ingest, openWriter } from '@trading-network/server'
import type { Bench, Benchmark } from './benchmark.ts'
import { blocksOf } from './blocks.ts'
import { Child } from './child.ts'
import { Database } from './database.ts'
import { measureNotified } from './notified.ts'
import { count, megabytes, showStatus } from './table.ts'
import { delaysText, Watcher } from './watcher.ts'

export const waiting: Benchmark = {
  name: 'waiting',
  about:
    'requests that wait for a change: CPU time while nothing changes, memory, delay; from event to response',
  onlyByName: true,
  run: async bench => `${await measureWaiting(bench)}${await measureNotified(bench)}`,
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
/** Longer than the run, so that no wait ends without a change. */
const WAIT_SECONDS = 600

/** Serves stored blocks, and measures with and without further ones. */
export async function measureWaiting(bench: Bench, size = FULL): Promise<string> {
  const path = bench.path('waiting.sqlite')
  const blocks = [...blocksOf({ seed: 1, scale: 20, blocks: STORED_BLOCKS + size.blocks })]
  await store(path, blocks.splice(0, STORED_BLOCKS).flat())
  const limits = ['--max-wait', String(WAIT_SECONDS), '--max-waiting', String(2 * size.waiting)]
  const service = Child.serve(path, ...limits)
  const metric = async (name: string) => (await service.metrics())(name)
  const origin = await service.address()
  const watchers = urlsIn(path, size.waiting).map(url => new Watcher(origin + url))
  try {
    const memory = await metric('process_resident_memory_bytes')
    for (const [index, watcher] of watchers.entries()) {
      void watcher.wait(WAIT_SECONDS)
      // A burst would only test the queue.
      if (index % 50 === 49) await wait(20)
    }
    while ((await metric('trading_network_waiting_requests')) < watchers.length) await wait(500)
    showStatus('nothing changes')
    const cpu = await service.cpu()
    await wait(size.idleTime)
    const share = (((await service.cpu()) - cpu) * 1000) / size.idleTime
    const memoryWith = await metric('process_resident_memory_bytes')
    const commits = await storeEach(path, blocks, size.blockTime)
    return `${count(watchers.length)} requests wait, each for its own URL.
CPU while nothing changes: ${(100 * share).toFixed(1)} % of a core
memory: ${megabytes(memory)}, with them ${megabytes(memoryWith)}
delay from commit to response: ${delaysText(watchers, commits)}\n`
  } finally {
    for (const watcher of watchers) watcher.end()
    await service.end()
  }
}

/** Stores blocks one by one, and returns the time of each commit by its height. */
async function storeEach(
  path: string,
  blocks: readonly (readonly string[])[],
  blockTime: number,
): Promise<Map<number, number>> {
  const commits = new Map<number, number>()
  for (const lines of blocks) {
    showStatus(`block ${commits.size + 1} of ${blocks.length}`)
    const next = wait(blockTime)
    await store(path, lines)
    commits.set(STORED_BLOCKS + commits.size + 1, performance.now())
    await next
  }
  await wait(1_000)
  return commits
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

/** Stores lines. Returns after the commit. */
async function store(path: string, lines: readonly string[]): Promise<void> {
  const writer = await openWriter(path)
  const source = {
    name: 'memory',
    bytesRead: () => 0,
    records: async function* () {
      yield [...lines]
    },
  }
  await ingest(source, writer)
  await writer.close()
}
