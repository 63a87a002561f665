import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { simulate } from '@trading-network/simulator'
import { Cluster } from '@trading-network/test/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Balancer, missingHaproxy } from '../balancer/haproxy.ts'
import { Command } from '../command.ts'
import { FrontProxy, missing } from '../deploy/front-proxy.ts'
import { ingestInto } from '../running.ts'
import { scratchFolder } from '../scratch.ts'
import { polite } from './polite.ts'

/** True in `pnpm long attacks`: every attack behind each proxy, too, from PostgreSQL, and from 200 hostile addresses. */
const ALL = process.env.ATTACK_ALL === '1'
/** Milliseconds of each attack. By hand with more, and with the figures: ATTACK_MS=8000 */
const TIME = Number(process.env.ATTACK_MS ?? 500)
/** Places of HAProxy that are full for so long make it refuse others. */
const LONG = Math.max(TIME, 6_000)
/** Time of an attack before the polite clients come; milliseconds. */
const AHEAD = 200
/**
 * Maximum of the polite clients' median, as a multiple of the p99 of an equal service without an attack. A p99 with the
 * attack tells more of the machine: a service that has much to do loses its processor often, and the quiet one never.
 */
const MOST = 5
/** Below it, p99 is one turn of the event loop or another; milliseconds. */
const FLOOR = 20
const ATTACKS = [
  ['pipelined pages', 100],
  ['slow readers', 600],
  ['a flood of probes', 300],
  ['tiny pipelined requests', 100],
  ['a hog of waits', 500],
  ['dear pages', 4],
  ['idle connections', 2000],
  ['malformed bytes', 100],
  ['a flood of pages', 200],
  ['a flood of preflights', 100],
  ['files of the site', 200],
] as const

const { folder, newPath } = scratchFolder()
const database = newPath()
const running: { stop(): Promise<void> }[] = []

interface Served {
  readonly url: string
  readonly pid: number
}

/** A site whose search index has the size of the real one. */
function siteFolder(): string {
  const site = join(folder, 'site')
  mkdirSync(site)
  for (const page of ['index.html', '404.html']) writeFileSync(join(site, page), '<!doctype html>')
  writeFileSync(join(site, 'search.json'), JSON.stringify('x'.repeat(300_000)))
  return site
}
const site = siteFolder()

async function serve(from = database): Promise<Served> {
  const options = ['--docs', site, '--port', '0', '--rate-limit', '1000/s', '--trust-proxy', '127.0.0.1']
  const command = new Command(['serve', '-d', from, ...options], folder)
  running.push({
    async stop() {
      command.process.kill('SIGKILL')
      await command.ended()
    },
  })
  return { url: await command.url(), pid: Number(command.process.pid) }
}

/** Each attack has an address of its own. A proxy still counts the connections of an earlier attack for some seconds. */
let attackers = 0

async function attack(name: string, url: string, connections: number, addresses = 1): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('attack.ts', import.meta.url))
  attackers += 1
  const child = fork(program, [
    name,
    new URL(url).port,
    String(connections),
    `127.${attackers}`,
    String(addresses),
  ])
  // A hostile client has a processor of its own elsewhere. Here it must not take that of the service.
  setPriority(Number(child.pid), constants.priority.PRIORITY_BELOW_NORMAL)
  await once(child, 'message')
  await wait(AHEAD)
  return child
}

async function end(child: ChildProcess): Promise<void> {
  expect(child.exitCode, 'the attack goes on until its end').toBe(null)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** How many times longer the other work of the machine makes the work of a process, since two moments. */
function slowdown(pid: number): () => number {
  const read = () => readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 2).map(Number)
  const [ran = 0, waited = 0] = read()
  return () => {
    const [ranNow = 0, waitedNow = 0] = read()
    return 1 + (waitedNow - waited) / Math.max(1, ranNow - ran)
  }
}

async function behindNginx({ url }: Served): Promise<string> {
  const proxy = await FrontProxy.cache(new URL(url).host)
  running.push(proxy)
  return proxy.url
}

async function behindHaproxy({ url }: Served, from: string): Promise<string> {
  const proxy = await Balancer.start([url, (await serve(from)).url])
  running.push(proxy)
  return proxy.url
}

/** Addresses of their own for the clients, and the figures of a process. */
const isLinux = process.platform === 'linux'
const fronts = [
  { front: 'serve itself', absent: '', every: 1, urlOf: async ({ url }: Served, _: string) => url },
  { front: 'haproxy.cfg', absent: missingHaproxy(), every: 3, urlOf: behindHaproxy },
  { front: 'nginx/cache.conf', absent: missing('nginx'), every: 4, urlOf: behindNginx },
]

const cells = fronts.flatMap(front =>
  (ALL ? ['SQLite', 'PostgreSQL'] : ['SQLite']).flatMap(store =>
    (ALL ? [1, 200] : [1]).map(addresses => ({ ...front, store, addresses })),
  ),
)

const events = [...simulate({ seed: 41, blocks: 300, scale: 4 })]
beforeAll(() => ingestInto(database, events))

/** A PostgreSQL server with the same rows. */
async function postgres(): Promise<string> {
  const cluster = await Cluster.create(['fsync = off'])
  await cluster.start()
  running.push({ stop: () => cluster.remove() })
  const url = cluster.url()
  await ingestInto(url, events)
  return url
}
/** Started once. */
let mirror: Promise<string> | undefined

afterAll(async () => {
  for (const one of running.reverse()) await one.stop()
})

describe.each(cells)(
  'behind $front $absent, from $store, polite clients notice nothing of $addresses with',
  ({ front, absent, every, urlOf, store, addresses }) => {
    const isHere = isLinux && !absent
    let url = ''
    let served: Served
    /** The same service without an attack. It tells what the machine itself takes at that time. */
    let other: Served
    beforeAll(async () => {
      if (!isHere) return
      if (store === 'PostgreSQL') mirror ??= postgres()
      const from = (store === 'PostgreSQL' && (await mirror)) || database
      ;[served, other] = await Promise.all([serve(from), serve(from)])
      url = await urlOf(served, from)
    })

    const attacks = ATTACKS.filter((_, index) => ALL || (index + 1) % every === 0)
    it.runIf(isHere).each(attacks)('%s', async (name, connections) => {
      const time = name === 'slow readers' && front === 'haproxy.cfg' ? LONG : TIME
      const child = await attack(name, url, Math.max(connections, addresses), addresses)
      try {
        const slow = slowdown(served.pid)
        const [{ statuses, p50, p99 }, { p99: quiet }] = await Promise.all([
          polite(url, time),
          polite(other.url, time),
        ])
        const times = slow()
        if (process.env.ATTACK_MS)
          process.stderr.write(
            `${front}, ${store}, ${addresses} addresses, ${name}: ${JSON.stringify(statuses)} p50 ${p50}, p99 ${p99} ms, quiet ${quiet}, ${times.toFixed(1)} times slower\n`,
          )
        expect(Object.keys(statuses)).toEqual(['200'])
        expect(p50).toBeLessThanOrEqual(MOST * Math.max(quiet, FLOOR) * times)
      } finally {
        await end(child)
      }
    })
  },
)

const memoryOf = (pid: number, what: string) =>
  Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

it.runIf(isLinux).each(['pipelined pages', 'slow readers', 'tiny pipelined requests', 'a hog of waits'])(
  '1,000 connections of one address with %s take at most 256 MB',
  async name => {
    const { url, pid } = await serve()
    for (let page = 1; page < 50; page += 1) await fetch(`${url}/api/v2/accounts?pagination.first=${page}`)
    const rest = memoryOf(pid, 'VmRSS')
    const child = await attack(name, url, 1000)
    try {
      await wait(Math.max(2 * TIME, 2_000))
    } finally {
      await end(child)
    }
    // It still answers. A busy machine may refuse a request or two beside what the attack left.
    await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200)
    const most = memoryOf(pid, 'VmHWM') - rest
    if (process.env.ATTACK_MS) process.stderr.write(`${name}: ${Math.round(most)} MB above rest\n`)
    expect(most).toBeLessThan(256)
  },
)
