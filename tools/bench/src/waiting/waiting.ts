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

/** The size of a run. */
interface WaitingOptions {
  /** Requests that wait. */
  readonly waiting: number
  /** Watchers of one party each, for each way to watch. */
  readonly watchers: number
  /** Blocks that come while they wait, and time between two of them in milliseconds. */
  readonly blocks: number
  readonly blockTime: number
  /** Time of the measurement without blocks, in milliseconds. */
  readonly idle: number
}

const FULL: WaitingOptions = { waiting: 10_000, watchers: 100, blocks: 30, blockTime: 1_000, idle: 15_000 }
const STORED_BLOCKS = 160
/** Longer than the run, so that no wait ends without a change. */
const WAIT_SECONDS = 600

export const waiting: Benchmark = {
  name: 'waiting',
  about: 'requests that wait for a change: idle CPU, reads per block, delay, bytes against polling',
  onlyByName: true,
  run: async () => reportWaiting(await measureWaiting(FULL)),
}

/** The figures of a service with requests that wait. */
interface WaitingFigures extends WaitingOptions {
  /** CPU time while nothing changes, as a share of a core. */
  readonly idleCpu: number
  /** Resident memory before the requests wait, while they do, and at the end; bytes. */
  readonly memory: readonly [before: number, during: number, after: number]
  /** Reads per block: of changed responses, and in vain. */
  readonly reads: { readonly changed: number; readonly unchanged: number }
  /** Time from the commit to the response; milliseconds. */
  readonly delays: readonly number[]
  /** CPU time of the service per block; milliseconds. */
  readonly cpuPerBlock: number
  /** Requests and bytes of the watchers of one party each, by their way to watch. */
  readonly traffic: Readonly<
    Record<'wait' | 'conditional' | 'plain', { requests: number; bytes: number; changes: number }>
  >
}

async function measureWaiting(options: WaitingOptions): Promise<WaitingFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'trading-network-waiting-'))
  const path = join(folder, 'network.sqlite')
  const blocks = blocksOf(STORED_BLOCKS + options.blocks)
  const store = (lines: readonly string[]) => storeLines(path, lines)
  await store(blocks.slice(0, STORED_BLOCKS).flat())
  const flags = [
    '--no-docs',
    '--port',
    '0',
    '--metrics',
    '0',
    '--max-wait',
    String(WAIT_SECONDS),
    '--max-waiting',
    '20000',
  ]
  const service = new Child(['serve', '--database', path, ...flags], folder)
  try {
    const origin = await service.address('Serving')
    const metrics = metricsAt(await service.address('Metrics'))
    return await measure(options, {
      origin,
      metrics,
      urls: urlsIn(path, options.waiting),
      store,
      blocks: blocks.slice(STORED_BLOCKS),
    })
  } finally {
    clearStatus()
    await service.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Scene {
  readonly origin: string
  readonly metrics: () => Promise<(name: string) => number>
  readonly urls: readonly string[]
  readonly store: (lines: readonly string[]) => Promise<void>
  readonly blocks: readonly (readonly string[])[]
}

async function measure(options: WaitingOptions, scene: Scene): Promise<WaitingFigures> {
  const { origin, metrics, urls, store, blocks } = scene
  const before = await metrics()
  const others = urls.map(url => new Watcher(origin + url))
  for (const [index, watcher] of others.entries()) {
    void watcher.wait(WAIT_SECONDS)
    // A burst would only test the queue.
    if (index % 50 === 49) await wait(20)
  }
  while ((await metrics())('trading_network_waiting_requests') < options.waiting) {
    showStatus('requests begin to wait')
    await wait(500)
  }
  showStatus('nothing changes')
  const idle = await metrics()
  await wait(options.idle)
  const during = await metrics()
  const ways = startWatchers(origin, urls.filter(isStopOrders).slice(0, options.watchers))
  await wait(2_000)
  for (const { watchers } of ways) for (const watcher of watchers) watcher.changes.length = 0
  const start = await metrics()
  const from = ways.map(({ watchers }) => traffic(watchers))
  const commits = new Map<number, number>()
  for (const [index, lines] of blocks.entries()) {
    showStatus(`block ${index + 1} of ${blocks.length}`)
    const next = wait(options.blockTime)
    await store(lines)
    commits.set(heightOf(lines), performance.now())
    await next
  }
  await wait(1_000)
  const end = await metrics()
  const [waited, conditional, plain] = ways.map(({ watchers }, index) =>
    difference(traffic(watchers), from[index]),
  )
  const changes = [...others, ...(ways[0]?.watchers ?? [])].flatMap(watcher => watcher.changes)
  for (const watcher of [...others, ...ways.flatMap(({ watchers }) => watchers)]) watcher.end()
  const per = (name: string) => (end(name) - start(name)) / blocks.length
  const reads = (result: string) => per(`trading_network_waiting_reads_total{result="${result}"}`)
  return {
    ...options,
    idleCpu: ((during(CPU) - idle(CPU)) * 1000) / options.idle,
    memory: [before(MEMORY), during(MEMORY), end(MEMORY)],
    reads: { changed: reads('changed'), unchanged: reads('unchanged') },
    delays: changes.map(({ height, at }) => at - (commits.get(height) ?? at)).sort((a, b) => a - b),
    cpuPerBlock: per(CPU) * 1000,
    traffic: { wait: waited!, conditional: conditional!, plain: plain! },
  }
}

function reportWaiting(figures: WaitingFigures): string {
  const {
    waiting: requests,
    idleCpu,
    memory,
    reads,
    delays,
    cpuPerBlock,
    traffic: ways,
    watchers,
    blocks,
  } = figures
  const quantile = (share: number) => `${(delays[Math.floor(delays.length * share)] ?? 0).toFixed(0)} ms`
  const [before, during, after] = memory.map(megabytes)
  const rows = (['wait', 'conditional', 'plain'] as const).map(way => {
    const { requests: sent, bytes, changes } = ways[way]
    return [NAMES[way], count(sent), count(bytes), count(changes), ratio(bytes / ways.wait.bytes)]
  })
  return `${count(requests)} requests wait, each for its own URL.
CPU while nothing changes: ${(100 * idleCpu).toFixed(1)} % of a core; ${count(requests / Math.max(idleCpu, 0.001))} per core
memory: ${before}, with them ${during}, after ${blocks} blocks ${after}
reads per block: ${reads.changed.toFixed(1)} of changed responses, ${reads.unchanged.toFixed(1)} in vain
delay from commit to response: median ${quantile(0.5)}, p99 ${quantile(0.99)} of ${count(delays.length)}; CPU per block ${cpuPerBlock.toFixed(0)} ms

The stop orders of ${watchers} parties over ${blocks} blocks, by ${watchers} clients each:
${table(['', 'requests', 'bytes', 'changes seen', 'bytes to waiting'], rows)}`
}

const NAMES = { wait: 'Prefer: wait', conditional: 'polling with If-None-Match', plain: 'polling without' }
const CPU = 'process_cpu_seconds_total'
const MEMORY = 'process_resident_memory_bytes'

function startWatchers(origin: string, urls: readonly string[]) {
  const start = (run: (watcher: Watcher) => Promise<void>) => {
    const watchers = urls.map(url => new Watcher(origin + url))
    for (const watcher of watchers) void run(watcher)
    return { watchers }
  }
  return [
    start(watcher => watcher.wait(WAIT_SECONDS)),
    start(watcher => watcher.poll(1_000, true)),
    start(watcher => watcher.poll(1_000, false)),
  ]
}

function traffic(watchers: readonly Watcher[]) {
  const sum = (of: (watcher: Watcher) => number) =>
    watchers.reduce((total, watcher) => total + of(watcher), 0)
  return {
    requests: sum(of => of.requests),
    bytes: sum(of => of.bytes),
    changes: sum(of => of.changes.length),
  }
}

function difference(to: ReturnType<typeof traffic>, from = to) {
  return {
    requests: to.requests - from.requests,
    bytes: to.bytes - from.bytes,
    changes: to.changes - from.changes,
  }
}

const isStopOrders = (url: string) => url.startsWith('/api/v2/stoporders')

/** Returns different URLs: stop orders and accounts of a party, and single orders. */
function urlsIn(path: string, most: number): string[] {
  const { parties, orders } = Database.read(path, database => ({
    parties: database.commonest('stop_orders', ['party'], most).flat(),
    orders: database.ids('orders', most),
  }))
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
async function storeLines(path: string, lines: readonly string[]): Promise<void> {
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

/** Returns a function that reads the metrics of a service. */
function metricsAt(address: string) {
  return async () => {
    const text = await (await fetch(address)).text()
    return (name: string): number => {
      const line = text.split('\n').find(one => one.startsWith(`${name} `))
      return Number(line?.slice(name.length + 1) ?? 0)
    }
  }
}
