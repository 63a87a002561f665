import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Bench, Benchmark } from './benchmark.ts'
import { Child } from './child.ts'
import { Database } from './database.ts'
import { follow } from './following.ts'
import { requestsIn } from './lists/requests.ts'
import { RestartingService } from './restarting-service.ts'
import { median } from './rounds.ts'
import { megabytes, ratio, table } from './table.ts'

/** Blocks of the network at the start, and per second. */
const FIRST_BLOCKS = 1000
const BLOCKS_PER_SECOND = 2
/** Clients, and the time in which each sends two requests; milliseconds. */
const CLIENTS = 20
const PACE = 200
/** Number of samples of a run of any length. */
const SAMPLES = 90
/** Maximum ratio of the last third of a run to the middle third. Garbage is collected only when necessary. */
const MAX_GROWTH = 1.1
/** Time between two restarts, or a quarter of a short run; milliseconds. */
const RESTART_PAUSE = 30_000

const WATCHES = fileURLToPath(new URL('watches-process.ts', import.meta.url))

export const soak: Benchmark = {
  name: 'soak',
  run: runSoak,
}

/**
 * Runs `serve` under a mixed load on a database into which `ingest --follow` writes, with watches of this service, and of
 * one that restarts. Sets the exit code 1 if it fails.
 */
async function runSoak(bench: Bench): Promise<string> {
  const time = bench.options.minutes * 60_000
  const network = await follow(bench, 'soak', { seed: 1, scale: 1, blocks: FIRST_BLOCKS })
  await using ingest = network.ingest
  await using serve = Child.serve(network.database)
  using feed = setInterval(network.append, 1000 / BLOCKS_PER_SECOND)
  await using restarting = await RestartingService.serve(network.database, Math.min(RESTART_PAUSE, time / 4))
  const origins = [await serve.address(), restarting.origin]
  const watches = origins.map(origin => new Child(WATCHES, [origin], ['--expose-gc']))
  const [statuses, ofServe, ofIngest] = await Promise.all([
    mixedLoad(await serve.address(), pathsIn(network.database), time),
    memoryOf(serve, time),
    memoryOf(ingest, time),
  ])
  clearInterval(feed)
  await restarting.settle()
  const reports = await Promise.all(watches.map(reportOf))
  const metrics = await serve.metrics()
  const openOf = (type: string) => `${type} ${metrics(`nodejs_active_resources{type="${type}"}`)}`
  const programs = [
    { name: 'serve', child: serve, sizes: ofServe },
    { name: 'ingest', child: ingest, sizes: ofIngest },
  ]
  const rows: string[][] = []
  for (const { name, child, sizes } of programs) {
    const [growth, code] = [growthOf(sizes), await child.end()]
    if (growth > MAX_GROWTH || code !== 0) process.exitCode = 1
    rows.push([name, megabytes(Math.max(...sizes)), ratio(growth), String(code)])
  }
  if ([...statuses.keys()].some(status => /^(5|none)/.test(status))) process.exitCode = 1
  const responses = [...statuses].map(([status, count]) => `${status}: ${count}`)
  const sizes = table(['', 'memory', 'last third to middle third', 'exit code'], rows)
  return `${sizes}responses: ${responses.join(', ')}
watches of serve: ${reports[0]}
watches over ${restarting.count} restarts: ${reports[1]}
open in serve at the end, with the idle connections of the load: ${openOf('TCPSocketWrap')}, ${openOf('Timeout')}
${process.exitCode ? 'FAILED' : 'good'}\n`
}

async function reportOf(watches: Child): Promise<string> {
  const code = await watches.end()
  if (code !== 0) process.exitCode = 1
  return `${watches.errors.trim()}, exit code ${code}`
}

/** Every list, an order, and an invalid request. */
function pathsIn(database: string): string[] {
  const paths = Database.read(database, requestsIn).map(({ operation, query: { orderId, ...query } }) => {
    const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
    return `${operation.path.replace('{orderId}', String(orderId))}?${new URLSearchParams(texts)}`
  })
  return [...paths, '/api/v2/accounts?pagination.first=many']
}

/** Clients request each path, and again with its tag. Returns the number of responses by status. */
async function mixedLoad(origin: string, paths: readonly string[], time: number) {
  const statuses = new Map<string, number>()
  const request = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(origin + path, { headers }).catch(() => undefined)
    await response?.arrayBuffer()
    const status = String(response?.status ?? 'none')
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    return response?.headers.get('etag') ?? '""'
  }
  let index = 0
  const end = performance.now() + time
  const client = async () => {
    while (performance.now() < end) {
      const next = wait(PACE)
      const path = paths[index++ % paths.length] as string
      await request(path, { 'if-none-match': await request(path, {}) })
      await next
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return statuses
}

/** Samples memory without mapped files, on Linux: a mapped database file that grows is not a leak. */
async function memoryOf({ pid }: Child, time: number): Promise<number[]> {
  const sizes: number[] = []
  while (sizes.length < SAMPLES) {
    await wait(time / SAMPLES)
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    sizes.push(Number(kilobytes) * 1024)
  }
  return sizes
}

/** Compares the last third of a run with the middle third. The first third is the warm-up. */
export function growthOf(sizes: readonly number[]): number {
  const third = Math.floor(sizes.length / 3)
  return median(sizes.slice(-third)) / median(sizes.slice(third, -third))
}
