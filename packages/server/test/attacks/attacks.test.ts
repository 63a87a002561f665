import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { simulate } from '@trading-network/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/commands/address.ts'
import { Balancer, hasHaproxy } from '../balancer/haproxy.ts'
import { Command } from '../command.ts'
import { FrontProxy, has } from '../deploy/front-proxy.ts'
import { ingestInto } from '../running.ts'
import { scratchFolder } from '../scratch.ts'
import { polite } from './polite.ts'

/** Milliseconds of each attack. By hand with more, and with the figures: ATTACK_MS=8000 */
const TIME = Number(process.env.ATTACK_MS ?? 1_500)
/** Places of a proxy that are full for so long make it refuse others. */
const LONG = Math.max(TIME, 6_000)
/** Maximum of the polite clients' p99, as a multiple of that of an equal service without an attack. */
const MOST = 5
/** Below it, p99 is one turn of the event loop or another; milliseconds. */
const FLOOR = 20
/**
 * Maximum p99 of a service without an attack on a quiet machine; milliseconds. On a busy one, a service that has much to
 * do gets less of the processor than one that waits, so only their medians can be compared.
 */
const QUIET = 40
const ATTACKS = [
  ['pipelined pages', 100],
  ['slow readers', 600, LONG],
  ['a flood of probes', 300],
  ['tiny pipelined requests', 100],
  ['a hog of waits', 500],
  ['dear pages', 4],
  ['idle connections', 2000],
  ['malformed bytes', 100],
  ['a flood of pages', 200],
  ['a flood of preflights', 100],
] as const satisfies (readonly [string, number, number?])[]

const { folder, newPath } = scratchFolder()
const database = newPath()
const running: { stop(): Promise<void> }[] = []

async function serve(): Promise<{ url: string; pid: number }> {
  const options = ['--no-docs', '--port', '0', '--rate-limit', '1000/s', '--trust-proxy', '127.0.0.1']
  const command = new Command(['serve', '-d', database, ...options], folder)
  running.push({
    async stop() {
      command.process.kill('SIGKILL')
      await command.ended()
    },
  })
  return { url: await command.url(), pid: Number(command.process.pid) }
}

function attack(name: string, url: string, connections: number): ChildProcess {
  const program = fileURLToPath(new URL('attack.ts', import.meta.url))
  const child = fork(program, [name, new URL(url).port, String(connections)])
  // A hostile client has a processor of its own elsewhere. Here it must not take that of the service.
  setPriority(Number(child.pid), constants.priority.PRIORITY_BELOW_NORMAL)
  return child
}

async function end(child: ChildProcess): Promise<void> {
  expect(child.exitCode, 'the attack goes on until its end').toBe(null)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function behindNginx(service: string): Promise<string> {
  const listen = `127.0.0.1:${await freePort('127.0.0.1', 0)}`
  const proxy = FrontProxy.nginx('nginx/cache.conf', {
    '127.0.0.1:8000': listen,
    '127.0.0.1:8080': new URL(service).host,
  })
  running.push(proxy)
  await proxy.answers(`http://${listen}/health`)
  return `http://${listen}`
}

async function behindHaproxy(service: string): Promise<string> {
  const proxy = await Balancer.start([service, (await serve()).url])
  running.push(proxy)
  return proxy.url
}

const fronts = [
  { front: 'serve itself', isHere: process.platform === 'linux', url: async (service: string) => service },
  { front: 'haproxy.cfg', isHere: process.platform === 'linux' && hasHaproxy(), url: behindHaproxy },
  {
    front: 'nginx/cache.conf',
    isHere: process.platform === 'linux' && has('nginx', '-v', 'nginx/cache.conf'),
    url: behindNginx,
  },
]

beforeAll(async () => {
  await ingestInto(database, [...simulate({ seed: 41, blocks: 300, scale: 4 })])
})
afterAll(async () => {
  for (const one of running.reverse()) await one.stop()
})

describe.each(fronts)('behind $front, polite clients notice nothing of', ({ front, isHere, url: urlOf }) => {
  let url = ''
  let other = ''
  beforeAll(async () => {
    if (!isHere) return
    url = await urlOf((await serve()).url)
    // The same service without an attack. It tells what the machine itself takes at that time.
    other = await urlOf((await serve()).url)
  })

  // A busy machine can be slow by itself. An attack that works does so each time.
  it.runIf(isHere).each(ATTACKS)('%s', { retry: 2 }, async (name, connections, time = TIME) => {
    const child = attack(name, url, connections)
    try {
      await wait(500)
      const [{ statuses, p50, p99 }, { p99: quiet }] = await Promise.all([
        polite(url, time),
        polite(other, time),
      ])
      if (process.env.ATTACK_MS)
        process.stderr.write(
          `${front}, ${name}: ${JSON.stringify(statuses)} p50 ${p50}, p99 ${p99} ms, quiet ${quiet}\n`,
        )
      expect(Object.keys(statuses)).toEqual(['200'])
      expect(quiet <= QUIET ? p99 : p50).toBeLessThanOrEqual(MOST * Math.max(quiet, FLOOR))
    } finally {
      await end(child)
    }
  })
})

const memoryOf = (pid: number, what: string) =>
  Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

it
  .runIf(process.platform === 'linux')
  .each(['pipelined pages', 'slow readers', 'tiny pipelined requests', 'a hog of waits'])(
  '1,000 connections of one address with %s take at most 256 MB',
  async name => {
    const { url, pid } = await serve()
    for (let page = 1; page < 50; page += 1) await fetch(`${url}/api/v2/accounts?pagination.first=${page}`)
    const rest = memoryOf(pid, 'VmRSS')
    const child = attack(name, url, 1000)
    try {
      await wait(2 * TIME)
      // It still answers.
      expect((await fetch(`${url}/ready`)).status).toBe(200)
    } finally {
      await end(child)
    }
    const most = memoryOf(pid, 'VmHWM') - rest
    if (process.env.ATTACK_MS) process.stderr.write(`${name}: ${Math.round(most)} MB above rest\n`)
    expect(most).toBeLessThan(256)
  },
)
