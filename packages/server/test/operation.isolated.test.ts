import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { Chain } from './chain.ts'
import type { Command } from './command.ts'
import { account } from './events.ts'
import { ingestInto } from './running.ts'
import { database, folder, lines, ready, serve, served, started } from './service.ts'

async function metricsOf(command: Command): Promise<string> {
  const [, url] = await command.says(/^Metrics at (\S+)$/m)
  const answer = await fetch(url as string, { headers: { connection: 'close' } })
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  return answer.text()
}

/** The value of a series; NaN when there is none. */
function value(metrics: string, series: string): number {
  return Number(
    metrics
      .split('\n')
      .find(line => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  )
}

describe('metrics', () => {
  it('are only on the address asked for', async () => {
    const serving = served('--metrics', '127.0.0.1:0')
    const url = await serving.url()
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
    await fetch(`${url}/api/v2/accounts`)
    const series =
      'trading_network_http_request_duration_seconds_count{operation="listAccounts",status="200"}'
    await expect.poll(async () => value(await metricsOf(serving), series)).toBe(1)
    const metrics = await metricsOf(serving)
    expect(value(metrics, 'trading_network_block_height')).toBe(60)
    expect(value(metrics, 'trading_network_database_up')).toBe(1)
    expect(value(metrics, 'trading_network_ready')).toBe(1)
    expect(metrics).toContain('process_resident_memory_bytes')
    const [, at] = await serving.says(/^Metrics at (\S+)$/m)
    expect((await fetch(new URL('/api/v2/accounts', at))).status).toBe(404)
    expect((await fetch(at as string, { method: 'POST' })).status).toBe(405)
    // Another service cannot have that address.
    const { code, stdout, stderr } = await served('--metrics', new URL(at as string).host).ended()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^error: the metrics cannot be served: .*EADDRINUSE.*\n$/)
    expect(await serving.interrupt()).toMatchObject({ code: 0 })
  })

  it('are of all workers together, and go on after the death of one; standard error has the log of all', async () => {
    const serving = served('--workers', '2', '--metrics', '127.0.0.1:0', '--log', 'info')
    const url = await serving.url()
    const ask = (times: number) =>
      Promise.all(
        Array.from({ length: times }, () => fetch(`${url}/health`, { headers: { connection: 'close' } })),
      )
    const counted = async () =>
      value(
        await metricsOf(serving),
        'trading_network_http_request_duration_seconds_count{operation="none",status="200"}',
      )
    await ask(40)
    // A worker counts a request once its response is gone, and then tells the others.
    await expect.poll(counted).toBe(40)
    expect(value(await metricsOf(serving), 'trading_network_block_height')).toBe(60)

    const [, one] = await serving.logs(/"pid":(\d+).*Server listening/)
    const [, other] = await serving.logs(new RegExp(`"pid":(?!${one}\\b)(\\d+).*Server listening`))
    process.kill(Number(one), 'SIGKILL')
    await serving.logs(new RegExp(`"pid":(?!${one}\\b|${other}\\b)\\d+.*Server listening`))
    const before = await counted()
    await ask(10)
    await expect.poll(counted).toBe(before + 10)

    await fetch(`${url}/api/v2/accounts?x=1`, { headers: { 'x-request-id': 'seen' } })
    const { stdout, stderr } = await serving.interrupt()
    // For people.
    expect(stdout).toMatch(`Serving ${database} at ${url}\n`)
    const logged = stderr
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(logged.filter(({ reqId }) => reqId === 'seen')).toEqual([
      expect.objectContaining({ status: 400, msg: expect.stringMatching(/^x: /) }),
      expect.objectContaining({ status: 400, operation: 'listAccounts', height: '60', msg: 'answered' }),
    ])
  })

  it('of an ingest say how far it is, and what it left out', async () => {
    writeFileSync(join(folder, 'growing.ndjson'), `${lines.join('\n')}\n`)
    const following = started(
      ...['ingest', 'growing.ndjson', '--follow', '--database', 'followed.sqlite', '--metrics', '0'],
    )
    const metrics = await vi.waitFor(async () => {
      const metrics = await metricsOf(following)
      expect(value(metrics, 'trading_network_ingest_block_height')).toBe(60)
      return metrics
    }, 120_000)
    expect(value(metrics, 'trading_network_ingest_blocks_total')).toBe(60)
    expect(value(metrics, 'trading_network_ingest_events_total')).toBeGreaterThan(60)
    expect(metrics).toMatch(/^trading_network_ingest_unknown_events_total\{type="[A-Z_]+"\} [1-9]/m)
    expect(await following.interrupt()).toMatchObject({ code: 0 })
  })
})

describe('readiness', () => {
  it('begins with a database, when told to wait for one', async () => {
    const serving = serve('--database', 'later.sqlite', '--wait')
    await serving.logs(/^warning: waiting: there is no database at later.sqlite/m)
    // A starting ingest leaves a file without tables for a moment.
    writeFileSync(join(folder, 'later.sqlite'), '')
    await serving.logs(/^warning: waiting: later.sqlite cannot be used/m)
    rmSync(join(folder, 'later.sqlite'))
    await ingestInto(join(folder, 'making.sqlite'), lines)
    renameSync(join(folder, 'making.sqlite'), join(folder, 'later.sqlite'))
    expect(await ready(await serving.url())).toBe(200)
    expect(await serving.interrupt()).toMatchObject({ code: 0 })
  })

  it('ends with the blocks: stale beyond --max-age, ready again with the next block', async () => {
    const path = join(folder, 'stale.sqlite')
    const start = BigInt(Date.now() - 3_600_000) * 1_000_000n
    const chain = new Chain('clock', start).block(account({}))
    await ingestInto(path, chain.lines)
    const serving = serve('--database', path, '--max-age', '5m', '--workers', '2')
    const url = await serving.url()
    expect(await ready(url)).toBe(503)
    expect((await fetch(`${url}/api/v2/accounts`)).status).toBe(200)
    for (let seconds = 1; seconds < 3600; seconds += 1) chain.block()
    await ingestInto(path, chain.lines)
    expect(await ready(url)).toBe(200)
    expect(await serving.interrupt()).toMatchObject({ code: 0 })
  })
})
