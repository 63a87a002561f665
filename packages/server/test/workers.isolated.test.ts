import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Chain } from './chain.ts'
import { startCommand } from './command.ts'
import { account } from './events.ts'
import { ingestInto } from './running.ts'
import { database, folder, ready, serve, served } from './service.ts'

const SERVE = ['serve', '--database', database, '--no-docs', '--port', '0']

/** Ends the first worker before it has run anything else. */
const ENDS_FIRST = `data:text/javascript,${encodeURIComponent(`
  import cluster from 'node:cluster'
  import { mkdirSync } from 'node:fs'
  const isFirst = () => {
    try { mkdirSync('first'); return true } catch { return false }
  }
  if (cluster.isWorker && isFirst()) process.exit(1)
`)}`

it('serves with metrics and ends in order though a worker died before it listened', async () => {
  const args = [...SERVE, '--workers', '2', '--metrics', '0', '--log', 'info']
  const serving = startCommand(args, folder, { node: ['--import', ENDS_FIRST] })
  const url = await serving.url()
  expect(await ready(url)).toBe(200)
  const [, metrics] = await serving.says(/^Metrics at (\S+)$/m)
  expect((await fetch(metrics as string)).status).toBe(200)
  const { code, stderr } = await serving.interrupt()
  expect(code).toBe(0)
  const listened = new Set(stderr.match(/(?<="pid":)\d+(?=.*Server listening)/g))
  expect(listened.size).toBe(2)
})

/** 20 in `pnpm long faults`. */
const KILLS = Number(process.env.WORKER_KILLS ?? 3)
/** A service gives up when its workers die more often within a minute. */
const KILLS_EACH = 4

/** Requests on a connection of their own. A connection to the dead worker is reset, so its client may retry. */
async function hung(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(10_000)
  const failure = await fetch(`${url}/health`, { headers: { connection: 'close' }, signal }).catch(
    error => error,
  )
  return failure.name === 'TimeoutError'
}

/** Kills workers under clients that connect in turn and together. Returns the number of requests without an end. */
async function killWorkers(kills: number): Promise<number> {
  const serving = served('--workers', '2', '--log', 'info')
  const url = await serving.url()
  const descriptors = () => readdirSync(`/proc/${serving.process.pid}/fd`).length
  const before = descriptors()
  let killed = ''
  let withoutEnd = 0
  for (let round = 0; round < kills; round += 1) {
    const started = await serving.logs(new RegExp(`"pid":(?!(?:0${killed})\\b)(\\d+).*Server listening`))
    const pid = started[1] as string
    killed += `|${pid}`
    const inTurn = (async () => {
      let count = 0
      for (let request = 0; request < 20; request += 1) count += Number(await hung(url))
      return count
    })()
    process.kill(Number(pid), 'SIGKILL')
    const together = await Promise.all(Array.from({ length: 40 }, () => hung(url)))
    withoutEnd += (await inTurn) + together.filter(one => one).length
    await expect.poll(() => ready(url).catch(() => 0)).toBe(200)
  }
  await expect.poll(descriptors).toBe(before)
  expect((await serving.interrupt()).code).toBe(0)
  return withoutEnd
}

it.runIf(process.platform === 'linux')('a killed worker leaves no request without an end', async () => {
  for (let left = KILLS; left > 0; left -= KILLS_EACH)
    expect(await killWorkers(Math.min(left, KILLS_EACH))).toBe(0)
})

/** The process that starts the workers has a clock that runs five times as fast. */
const FAST = `data:text/javascript,${encodeURIComponent(`
  import cluster from 'node:cluster'
  if (cluster.isPrimary) {
    const [now, every] = [performance.now.bind(performance), setInterval]
    performance.now = () => 5 * now()
    globalThis.setInterval = (act, milliseconds) => every(act, milliseconds / 5)
  }
`)}`

it.runIf(process.platform === 'linux')(
  'a stopped worker is replaced, and the end does not wait for one',
  async () => {
    const serving = startCommand([...SERVE, '--workers', '2', '--log', 'info'], folder, {
      node: ['--import', FAST],
    })
    const url = await serving.url()
    const [, first, second] = await serving.logs(
      /"pid":(\d+).*Server listening[\s\S]*"pid":(\d+).*Server listening/,
    )
    process.kill(Number(first), 'SIGSTOP')
    await serving.logs(new RegExp(`worker ${first} does not answer[\\s\\S]*Server listening`))
    expect(await Promise.all(Array.from({ length: 20 }, () => hung(url)))).not.toContain(true)
    process.kill(Number(second), 'SIGSTOP')
    const started = performance.now()
    expect((await serving.interrupt()).code).toBe(0)
    expect(performance.now() - started).toBeLessThan(60_000)
  },
)

it.runIf(process.platform === 'linux')(
  'requests that wait in two workers get the next block; a killed worker breaks its own, and the end gives 304',
  async () => {
    const path = join(folder, 'waiting.sqlite')
    const chain = new Chain()
    const store = () => ingestInto(path, chain.block(account({ balance: String(chain.height) })).lines)
    await store()
    const options = ['--workers', '2', '--metrics', '0', '--log', 'info']
    const serving = serve('--database', path, ...options)
    const url = `${await serving.url()}/api/v2/accounts`
    const [, metrics = ''] = await serving.says(/^Metrics at (\S+)$/m)
    const waiting = async () =>
      Number(/^trading_network_waiting_requests (\d+)$/m.exec(await (await fetch(metrics)).text())?.[1])
    /** Sends requests that wait, each on a connection of its own. Returns their statuses; 0 for one that broke. */
    const hold = async () => {
      const tag = (await fetch(url)).headers.get('etag') ?? ''
      const headers = { connection: 'close', prefer: 'wait=50', 'if-none-match': tag }
      const status = () =>
        fetch(url, { headers }).then(
          response => response.status,
          () => 0,
        )
      const statuses = Promise.all(Array.from({ length: 16 }, status))
      await expect.poll(waiting).toBe(16)
      return { statuses }
    }
    const { statuses: changed } = await hold()
    await store()
    expect(new Set(await changed)).toEqual(new Set([200]))

    const { statuses: ended } = await hold()
    const [, pid] = await serving.logs(/"pid":(?!0\b)(\d+).*Server listening/)
    process.kill(Number(pid), 'SIGKILL')
    await expect.poll(waiting).toBeLessThan(16)
    expect((await serving.interrupt()).code).toBe(0)
    // The system spreads the connections over both workers.
    expect(new Set(await ended)).toEqual(new Set([0, 304]))
  },
)
