import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ingest, openWriter } from '@trading-network/server'
import { simulate } from '@trading-network/simulator'
import type { Benchmark } from '../benchmark.ts'
import { Child } from '../child.ts'
import { Database } from '../database.ts'
import { clearStatus, showStatus } from '../status.ts'
import { count, megabytes, ratio, table } from '../table.ts'
import { Watcher } from './watcher.ts'

export const waiting: Benchmark = {
  name: 'waiting',
  about: 'requests that wait for a change: idle CPU, reads per block, delay, bytes against polling',
  onlyByName: true,
  run: () => measureWaiting(),
}

/** Blocks before the service starts. */
const STORED_BLOCKS = 160
/** The size of a run. */
const FULL = {
  /** Requests that wait. */
  waiting: 10_000,
  /** Watchers of one party each, for each way to watch. */
  watchers: 100,
  /** Blocks while the requests wait. */
  blocks: 30,
  /** Time between two blocks, and of the measurement without blocks; milliseconds. */
  blockTime: 1_000,
  idleTime: 15_000,
}
/** Longer than the run, so that no wait ends without a change. */
const WAIT_SECONDS = 600

const CPU = 'process_cpu_seconds_total'
const MEMORY = 'process_resident_memory_bytes'

/** Serves stored blocks, and measures with and without further ones. */
export async function measureWaiting(size = FULL): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-waiting-'))
  const path = join(folder, 'network.sqlite')
  const blocks = blocksOf(STORED_BLOCKS + size.blocks)
  await store(path, blocks.splice(0, STORED_BLOCKS).flat())
  const limits = ['--max-wait', String(WAIT_SECONDS), '--max-waiting', String(2 * size.waiting)]
  const flags = ['--no-docs', '--port', '0', '--metrics', '0', ...limits]
  const service = new Child(['serve', '--database', path, ...flags], folder)
  const watchers: Watcher[] = []
  try {
    return await measure(size, service, path, blocks, watchers)
  } finally {
    for (const watcher of watchers) watcher.end()
    clearStatus()
    await service.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param watchers gets all clients, which the caller ends */
async function measure(
  { waiting: requests, watchers: number, blockTime, idleTime }: typeof FULL,
  service: Child,
  path: string,
  blocks: readonly (readonly string[])[],
  watchers: Watcher[],
): Promise<string> {
  const origin = await service.address('Serving')
  const watch = (url: string, run: (watcher: Watcher) => Promise<void>): Watcher => {
    const watcher = new Watcher(origin + url)
    watchers.push(watcher)
    void run(watcher)
    return watcher
  }
  const before = await service.metrics()
  const urls = urlsIn(path, requests)
  for (const [index, url] of urls.entries()) {
    watch(url, watcher => watcher.wait(WAIT_SECONDS))
    // A burst would only test the queue.
    if (index % 50 === 49) await wait(20)
  }
  while ((await service.metrics())('trading_network_waiting_requests') < requests) {
    showStatus('requests begin to wait')
    await wait(500)
  }

  showStatus('nothing changes')
  const idle = await service.metrics()
  await wait(idleTime)
  const during = await service.metrics()

  const stopOrders = urls.filter(url => url.startsWith('/api/v2/stoporders')).slice(0, number)
  const each = (run: (watcher: Watcher) => Promise<void>) => stopOrders.map(url => watch(url, run))
  const ways = {
    'Prefer: wait': each(watcher => watcher.wait(WAIT_SECONDS)),
    'polling with If-None-Match': each(watcher => watcher.poll(1_000, true)),
    'polling without': each(watcher => watcher.poll(1_000, false)),
  }
  await wait(2_000)
  for (const watcher of watchers) watcher.reset()
  const start = await service.metrics()
  const commits = new Map<number, number>()
  for (const [index, lines] of blocks.entries()) {
    showStatus(`block ${index + 1} of ${blocks.length}`)
    const next = wait(blockTime)
    await store(path, lines)
    commits.set(heightOf(lines), performance.now())
    await next
  }
  await wait(1_000)
  const end = await service.metrics()

  const per = (name: string) => (end(name) - start(name)) / blocks.length
  const reads = (result: string) => per(`trading_network_waiting_reads_total{result="${result}"}`).toFixed(1)
  const polling = new Set([...ways['polling with If-None-Match'], ...ways['polling without']])
  const delays = watchers
    .filter(watcher => !polling.has(watcher))
    .flatMap(({ changes }) => changes)
    .map(({ height, at }) => at - (commits.get(height) ?? at))
    .sort((a, b) => a - b)
  const quantile = (share: number) => `${(delays[Math.floor(delays.length * share)] ?? 0).toFixed(0)} ms`
  const idleCpu = ((during(CPU) - idle(CPU)) * 1000) / idleTime
  const bytesOf = (those: readonly Watcher[]) => sum(those, ({ bytes }) => bytes)
  const rows = Object.entries(ways).map(([name, those]) => [
    name,
    count(sum(those, watcher => watcher.requests)),
    count(bytesOf(those)),
    count(sum(those, ({ changes }) => changes.length)),
    ratio(bytesOf(those) / bytesOf(ways['Prefer: wait'])),
  ])
  return `${count(requests)} requests wait, each for its own URL.
CPU while nothing changes: ${(100 * idleCpu).toFixed(1)} % of a core; ${count(requests / Math.max(idleCpu, 0.001))} per core
memory: ${megabytes(before(MEMORY))}, with them ${megabytes(during(MEMORY))}, after ${blocks.length} blocks ${megabytes(end(MEMORY))}
reads per block: ${reads('changed')} of changed responses, ${reads('unchanged')} in vain
delay from commit to response: median ${quantile(0.5)}, p99 ${quantile(0.99)} of ${count(delays.length)}; CPU per block ${(1000 * per(CPU)).toFixed(0)} ms

The stop orders of ${stopOrders.length} parties over ${blocks.length} blocks, by ${stopOrders.length} clients each:
${table(['', 'requests', 'bytes', 'changes seen', 'bytes to waiting'], rows)}`
}

function sum(watchers: readonly Watcher[], of: (watcher: Watcher) => number): number {
  return watchers.reduce((total, watcher) => total + of(watcher), 0)
}

/** Returns different URLs: stop orders and accounts of a party, and single orders. */
function urlsIn(path: string, most: number): string[] {
  const [parties, orders] = Database.read(path, database => [
    database.commonest('stop_orders', ['party'], most).flat(),
    database.ids('orders', most),
  ])
  const party = (index: number) => parties[index % parties.length] ?? ''
  return Array.from({ length: most }, (_, index) => {
    const size = `pagination.first=${20 + Math.floor(index / parties.length)}`
    if (index % 3 === 0) return `/api/v2/stoporders?filter.partyIds=${party(index / 3)}&${size}`
    const order = orders[(index - 2) / 3]
    if (index % 3 === 2 && order) return `/api/v2/order/${order}`
    return `/api/v2/accounts?filter.partyIds=${party(index)}&${size}`
  })
}

function blocksOf(number: number): string[][] {
  const blocks: string[][] = [[]]
  for (const line of simulate({ seed: 1, scale: 20, blocks: number })) {
    blocks.at(-1)?.push(line)
    if (line.includes('"BUS_EVENT_TYPE_END_BLOCK"')) blocks.push([])
  }
  return blocks.filter(lines => lines.length > 0)
}

function heightOf(lines: readonly string[]): number {
  return Number(/"endBlock":\{"height":"(\d+)"/.exec(lines.at(-1) ?? '')?.[1])
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
