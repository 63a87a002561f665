import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon, { type Request } from 'autocannon'
import type { Bench, Benchmark } from './benchmark.ts'
import { blocksOf } from './blocks.ts'
import { Child } from './child.ts'
import { Database } from './database.ts'
import { requestsIn } from './lists/requests.ts'
import type { Load } from './load/bursts.ts'
import { RestartingService } from './restarting-service.ts'
import { median } from './rounds.ts'
import { megabytes } from './table.ts'

/** Blocks of the network at the start, and per second. */
const FIRST_BLOCKS = 1000
const BLOCKS_PER_SECOND = 2
const CONNECTIONS = 20
const REQUESTS_PER_SECOND = 200
/** Number of samples of a run of any length. */
const SAMPLES = 90
/** Maximum ratio of the last third of a run to the middle third. Garbage is collected only when necessary. */
const MAX_GROWTH = 1.1
/** Restarts in a run of any length, as far as time allows. */
const RESTARTS = 90

const WATCHES = fileURLToPath(new URL('watches-process.ts', import.meta.url))

export const soak: Benchmark = {
  name: 'soak',
  about:
    'serve and ingest under a mixed load, watches over restarts; fails if memory grows, or a request or a watch fails',
  onlyByName: true,
  run: runSoak,
}

/**
 * Runs `serve` under a mixed load on a database into which `ingest --follow` writes, with watches of this service, and of
 * one that restarts. Sets the exit code 1 if it fails.
 */
async function runSoak(bench: Bench): Promise<string> {
  const [path, events] = [bench.path('soak.sqlite'), bench.path('events.ndjson')]
  const blocks = blocksOf({ seed: 1, scale: 1, blocks: Number.MAX_SAFE_INTEGER })
  const append = () => appendFileSync(events, `${(blocks.next().value as string[]).join('\n')}\n`)
  for (let height = 0; height < FIRST_BLOCKS; height += 1) append()
  await using ingest = Child.command('ingest', events, '--follow', '--database', path)
  while ((await ingest.metrics())('trading_network_ingest_block_height') < FIRST_BLOCKS) await wait(100)
  await using serve = Child.serve(path)
  const feed = setInterval(append, 1000 / BLOCKS_PER_SECOND)
  const duration = bench.options.minutes * 60_000
  await using restarting = await RestartingService.serve(path, duration / RESTARTS)
  await using watches = new Child(WATCHES, [await serve.address()])
  await using overRestarts = new Child(WATCHES, [restarting.origin])
  const lines = [await load(path, duration, serve, ingest).finally(() => clearInterval(feed))]
  await restarting.settle()
  for (const [name, child] of Object.entries({
    watches,
    [`watches over ${restarting.count} restarts`]: overRestarts,
  }))
    lines.push(`${name}: ${await ended(child)}, ${child.errors}`)
  const metrics = await serve.metrics()
  lines.push(`open handles and timers of serve: ${metrics('nodejs_active_resources_total')}\n`)
  for (const [name, child] of Object.entries({ serve, ingest }))
    lines.push(`${name}: ${await ended(child)}\n`)
  return `${lines.join('')}${process.exitCode ? 'FAILED' : 'good'}\n`
}

/** Ends a process. Sets the exit code 1 if its own is not 0. */
async function ended(child: Child): Promise<string> {
  const code = await child.end()
  if (code !== 0) process.exitCode = 1
  return `exit code ${code}`
}

/** Sends requests, and samples the memory of both processes. */
async function load(path: string, duration: number, serve: Child, ingest: Child): Promise<string> {
  const load = autocannon({
    url: await serve.address(),
    connections: CONNECTIONS,
    overallRate: REQUESTS_PER_SECOND,
    duration: duration / 1000,
    requests: mixedRequests(path),
  }) as Load
  const memory: number[][] = []
  while (memory.length < SAMPLES) {
    await wait(duration / SAMPLES)
    memory.push(await Promise.all([serve, ingest].map(anonymousBytes)))
  }
  const { errors, statusCodeStats = {} } = await load
  const statuses = Object.entries(statusCodeStats).map(([status, { count = 0 }]) => `${status}: ${count}`)
  if (errors > 0 || statuses.some(status => status.startsWith('5'))) process.exitCode = 1
  const lines = ['serve', 'ingest'].map((name, index) => {
    const sizes = memory.map(sample => sample[index] ?? Number.NaN)
    const growth = growthOf(sizes)
    if (growth > MAX_GROWTH) process.exitCode = 1
    const most = megabytes(Math.max(...sizes))
    return `${name}: memory at most ${most}, last third to middle third ${growth.toFixed(3)}\n`
  })
  return `${lines.join('')}responses: ${statuses.join(', ')}, none: ${errors}\n`
}

/** Each list, and the same again with its tag; and an invalid request. */
function mixedRequests(path: string): Request[] {
  const valid = Database.read(path, requestsIn).flatMap(({ operation, query: { orderId, ...query } }) => {
    const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
    const target = `${operation.path.replace('{orderId}', String(orderId))}?${new URLSearchParams(texts)}`
    let etag = ''
    const first: Request = {
      method: 'GET',
      path: target,
      onResponse(_status, _body, _context, headers) {
        etag = (headers as Record<string, string> | undefined)?.etag ?? ''
      },
    }
    const again: Request = {
      setupRequest: request => ({ ...request, path: target, headers: { 'if-none-match': etag } }),
    }
    return [first, again]
  })
  return [...valid, { method: 'GET', path: '/api/v2/accounts?pagination.first=many' }]
}

/** Memory without mapped files where the system tells: a mapped database file that grows is not a leak. */
async function anonymousBytes(child: Child): Promise<number> {
  if (process.platform !== 'linux') return (await child.metrics())('process_resident_memory_bytes')
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Compares the last third of a run with the middle third. The first third is the warm-up. */
export function growthOf(sizes: readonly number[]): number {
  const third = Math.floor(sizes.length / 3)
  return median(sizes.slice(-third)) / median(sizes.slice(third, -third))
}
