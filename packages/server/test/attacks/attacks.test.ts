import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { simulate } from '@trading-network/simulator'
import { Cluster, freePort } from '@trading-network/test/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Balancer, certificateIn, missingHaproxy } from '../balancer/haproxy.ts'
import { Command } from '../command.ts'
import { FrontProxy, missing } from '../deploy/front-proxy.ts'
import { removeFile } from '../postgres/mirrored.ts'
import { everyPath } from '../routes.ts'
import { ingestInto } from '../running.ts'
import { scratchFolder } from '../scratch.ts'
import type { Order } from './attack.ts'
import { CLIENTS, polite } from './polite.ts'

/** True in `pnpm long attacks`: each attack in each cell. */
const ALL = process.env.ATTACK_ALL === '1'
/** Milliseconds of each attack. By hand with more, and with the figures: ATTACK_MS=8000 */
const TIME = Number(process.env.ATTACK_MS ?? 300)
/** Places of HAProxy that are full for so long make it refuse others. */
const LONG = Math.max(TIME, 6_000)
/** Time of an attack before the polite clients come; milliseconds. */
const AHEAD = 200
/**
 * Maximum of the polite clients' median, as a multiple of that of an equal service without an attack. A p99 tells more of
 * the machine: a service that has much to do loses its processor often, and the quiet one never.
 */
const MOST = 5
/** A shorter median depends on a few turns of the event loop, each with a slice of the input of a flood; milliseconds. */
const FLOOR = 60
/** Each attack with its number of connections. */
const ATTACKS: Readonly<Record<string, number>> = {
  'pipelined pages': 100,
  'slow readers': 600,
  'a flood of probes': 300,
  'tiny pipelined requests': 100,
  'a hog of waits': 500,
  'dear pages': 4,
  'idle connections': 2000,
  'malformed bytes': 100,
  'a flood of pages': 200,
  'a flood of preflights': 100,
  'bodies of small chunks': 100,
  'files of the site': 200,
  'unread answers of every route': 200,
  'a flood of every route': 100,
  'waits on every route': 500,
}
/**
 * Share of the pages that may be refused beside 200 hostile addresses, where each client has its share and no more, and by HAProxy: on a
 * busy machine it takes a server that answers a probe late for down.
 */
const MOST_REFUSED = 0.03
const WELL = ['page 200', 'dear 200', 'wait 200', 'wait 304']
/** Each connection of HTTP/2 has up to 100 streams. */
const HTTP2_CONNECTIONS = 30

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
const paths = everyPath(site)

async function serve(from = database): Promise<Served> {
  const options = ['--docs', site, '--port', '0', '--rate-limit', '1000/s', '--trust-proxy', '127.0.0.1']
  // A machine with other work makes every wait several times longer. The medians tell who waits for whom.
  options.push('--max-delay', '5000')
  // As the workers of the unit for systemd.
  const command = new Command(['serve', '-d', from, ...options], folder, {
    node: ['--max-semi-space-size=16'],
  })
  running.push({
    async stop() {
      command.process.kill('SIGKILL')
      await command.ended()
    },
  })
  return { url: await command.url(), pid: Number(command.process.pid) }
}

/** Each attack has an address of its own. A proxy still counts the connections of an earlier attack for some seconds. */
let attackers = 9

async function attack(order: Omit<Order, 'network' | 'paths'>): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('attack.ts', import.meta.url))
  attackers += 1
  const network = `127.${attackers % 250}`
  const child = fork(program, [JSON.stringify({ ...order, network, paths } satisfies Order)])
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

/** The address for polite clients, and for hostile ones if it is another one. */
interface Front {
  readonly url: string
  readonly hostile?: string
}

async function behindNginx({ url }: Served): Promise<Front> {
  const proxy = await FrontProxy.cache(new URL(url).host)
  running.push(proxy)
  return proxy
}

async function behindHaproxy({ url }: Served, from: string): Promise<Front> {
  const listen = `127.0.0.1:${await freePort()}`
  const env = { CERTIFICATE: certificateIn(folder), LISTEN_TLS: listen }
  const proxy = await Balancer.start([url, (await serve(from)).url], env)
  running.push(proxy)
  return { url: proxy.url, hostile: `https://${listen}` }
}

/** Addresses of their own for the clients, and the figures of a process. */
const isLinux = process.platform === 'linux'
const absentForTls = missingHaproxy() || missing('openssl')
const FRONTS = {
  'serve itself': { absent: '', frontOf: async (served: Served): Promise<Front> => served },
  'haproxy.cfg': { absent: absentForTls, frontOf: behindHaproxy },
  'nginx/cache.conf': { absent: missing('nginx'), frontOf: behindNginx },
}

/** The hostile addresses: they are on loopback, so those of a network of IPv6 come from a trusted proxy. */
const HOSTILE = {
  'one address': { addresses: 1, by: 'http1' },
  '200 addresses': { addresses: 200, by: 'http1' },
  'a network of 48 bits': { addresses: 200, by: 'ipv6' },
  'one address by HTTP/2': { addresses: 1, by: 'http2' },
} as const

interface Cell {
  readonly front: keyof typeof FRONTS
  readonly store: 'SQLite' | 'PostgreSQL'
  readonly hostile: keyof typeof HOSTILE
  /** Each is a list of attacks at the same time, each of which has addresses of its own. */
  readonly attacks: readonly (readonly string[])[]
}
const names = Object.keys(ATTACKS)
/** Attacks that only hold something after their start, and attacks that take time. */
const HOLDING = [
  ...['pipelined pages', 'slow readers', 'tiny pipelined requests', 'a hog of waits', 'idle connections'],
  ...['files of the site', 'unread answers of every route', 'waits on every route'],
]
const FLOODS = names.filter(name => !HOLDING.includes(name))

/** On each change: all attacks on `serve`, and one through each other front, from each kind of addresses. */
const SAMPLE: readonly Cell[] = [
  { front: 'serve itself', store: 'SQLite', hostile: 'one address', attacks: [HOLDING, FLOODS] },
  { front: 'serve itself', store: 'SQLite', hostile: 'a network of 48 bits', attacks: [['a hog of waits']] },
  { front: 'serve itself', store: 'PostgreSQL', hostile: 'one address', attacks: [['a flood of pages']] },
  { front: 'haproxy.cfg', store: 'SQLite', hostile: 'one address by HTTP/2', attacks: [['slow readers']] },
  { front: 'nginx/cache.conf', store: 'SQLite', hostile: 'one address', attacks: [['pipelined pages']] },
]

/**
 * HAProxy overwrites the addresses of a proxy before it, and only HAProxy speaks HTTP/2 here. 200 addresses with 100 unread streams
 * each take all of its places, as SECURITY.md says.
 */
const REACHED: Readonly<Record<Cell['front'], readonly Cell['hostile'][]>> = {
  'serve itself': ['one address', '200 addresses', 'a network of 48 bits'],
  'haproxy.cfg': ['one address', '200 addresses', 'one address by HTTP/2'],
  'nginx/cache.conf': ['one address', '200 addresses', 'a network of 48 bits'],
}
const every = (['SQLite', 'PostgreSQL'] as const).flatMap(store =>
  (Object.keys(REACHED) as Cell['front'][]).flatMap(front =>
    REACHED[front].map(hostile => ({ front, store, hostile, attacks: names.map(name => [name]) })),
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
  removeFile(url)
  return url
}
/** Started once for each database: a service to attack, and an equal one without an attack. */
const services = new Map<Cell['store'], Promise<{ from: string; served: Served; other: Served }>>()

async function servicesOf(store: Cell['store']) {
  const from = store === 'PostgreSQL' ? await postgres() : database
  const [served, other] = await Promise.all([serve(from), serve(from)])
  return { from, served, other }
}

afterAll(async () => {
  for (const one of running.reverse()) await one.stop()
})

describe.each(ALL ? every : SAMPLE)(
  'behind $front, from $store, polite clients notice nothing of $hostile with',
  ({ front, store, hostile, attacks }) => {
    const { absent, frontOf } = FRONTS[front]
    const { addresses, by } = HOSTILE[hostile]
    const isHere = isLinux && !absent
    let reached: Front
    let served: Served
    /** The same service without an attack. It tells what the machine itself takes at that time. */
    let other: Served
    beforeAll(async () => {
      if (!isHere) return
      const known = services.get(store) ?? servicesOf(store)
      services.set(store, known)
      const both = await known
      ;({ served, other } = both)
      reached = await frontOf(served, both.from)
    })

    const cases = attacks.map(together => ({ name: together.join(', '), together }))
    it.runIf(isHere).each(cases)(`$name ${absent}`, async ({ name, together }) => {
      const time = front === 'haproxy.cfg' && together.includes('slow readers') ? LONG : TIME
      const at = by === 'http2' ? (reached.hostile ?? reached.url) : reached.url
      const most = by === 'http2' ? HTTP2_CONNECTIONS : Infinity
      const connectionsOf = (one: string) => Math.max(Math.min(ATTACKS[one] ?? 0, most), addresses)
      const hostileOnes = Object.fromEntries(together.map(one => [one, connectionsOf(one)]))
      const child = await attack({ attacks: hostileOnes, port: Number(new URL(at).port), addresses, by })
      try {
        const slow = slowdown(served.pid)
        // Beside many hostile addresses, fifty clients of one address have the share of one.
        const own = addresses > 1 ? CLIENTS : 1
        const [here, { p50: quiet }] = await Promise.all([
          polite(reached.url, time, own),
          polite(other.url, time, own),
        ])
        const times = slow()
        if (process.env.ATTACK_MS)
          process.stderr.write(
            `${front}, ${store}, ${hostile}, ${name}: ${JSON.stringify(here)}, quiet p50 ${quiet}, ${times.toFixed(1)} times slower\n`,
          )
        // Among 200 hostile addresses, a dear page may take more than the share of its client.
        const others = Object.entries(here.statuses).filter(([status]) => !WELL.includes(status))
        const refused = others.filter(([status]) => status !== 'dear 503' || addresses === 1)
        const most =
          addresses > 1 || front === 'haproxy.cfg' ? MOST_REFUSED * (here.statuses['page 200'] ?? 0) : 0
        expect(
          refused.reduce((sum, [, count]) => sum + count, 0),
          JSON.stringify(others),
        ).toBeLessThanOrEqual(most)
        expect(here.p50).toBeLessThanOrEqual(MOST * Math.max(quiet, FLOOR) * times)
      } finally {
        await end(child)
      }
    })
  },
)

const memoryOf = (pid: number, what: string) =>
  Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const HEAVY = ['pipelined pages', 'slow readers', 'tiny pipelined requests', 'a hog of waits']
it.runIf(isLinux).each(ALL ? [...HEAVY, 'unread answers of every route'] : HEAVY.slice(0, 1))(
  '1,000 connections of one address with %s take at most 256 MB',
  async name => {
    const { url, pid } = await serve()
    for (let page = 1; page < 50; page += 1) await fetch(`${url}/api/v2/accounts?pagination.first=${page}`)
    const rest = memoryOf(pid, 'VmRSS')
    const port = Number(new URL(url).port)
    const child = await attack({ attacks: { [name]: 1000 }, port, addresses: 1, by: 'http1' })
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
