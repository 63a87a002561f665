import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startLoad } from './load.ts'
import { ready, served } from './service.ts'

/** Time after the signal for which clients may send requests: less than that for which the service waits for them; milliseconds. */
const IN_TRANSIT_MS = 100
const PAGES = ['/api/v2/accounts?pagination.first=500', '/api/v2/stoporders', '/health']

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('ending while requests are under way', () => {
  it('loses no answer', async () => {
    const serving = served()
    const load = startLoad(await serving.url(), PAGES, 8)
    await load.begun
    const told = performance.now()
    serving.process.kill('SIGTERM')
    expect(await serving.ended()).toMatchObject({ code: 0, stderr: '' })
    await load.over
    expect(load.lostBefore(told + IN_TRANSIT_MS)).toEqual([])
    expect([...load.statuses.keys()]).toEqual([200])
  })

  it('loses no answer when a service manager tells every process', async () => {
    const serving = served('--workers', '2', '--log', 'info')
    const load = startLoad(await serving.url(), PAGES, 4)
    await load.begun
    // Not by their responses: the system may give every connection to one worker.
    const [, one] = await serving.logs(/"pid":(\d+).*Server listening/)
    const [, other] = await serving.logs(new RegExp(`"pid":(?!${one}\\b)(\\d+).*Server listening`))
    const told = performance.now()
    for (const pid of [one, other, serving.process.pid]) process.kill(Number(pid), 'SIGTERM')
    const { code, stderr } = await serving.ended()
    expect({ code, errors: stderr.match(/^[^{].*/gm) }).toEqual({ code: 0, errors: null })
    await load.over
    expect(load.lostBefore(told + IN_TRANSIT_MS)).toEqual([])
  })

  it('it is not ready first, and answers for --drain-delay', async () => {
    const serving = served('--workers', '2', '--drain-delay', '1s')
    const url = await serving.url()
    expect(await ready(url)).toBe(200)
    const load = startLoad(url, PAGES, 2, 10)
    await load.begun
    const told = performance.now()
    serving.process.kill('SIGTERM')
    await vi.waitFor(async () => expect(await ready(url)).toBe(503), 120_000)
    const answered = load.statuses.get(200) ?? 0
    expect((await fetch(`${url}/api/v2/accounts`)).status).toBe(200)
    await load.over
    expect(performance.now() - told).toBeGreaterThanOrEqual(1000)
    expect(load.statuses.get(200)).toBeGreaterThan(answered)
    expect(load.lostBefore(told + 1000 + IN_TRANSIT_MS)).toEqual([])
    expect(await serving.ended()).toMatchObject({ code: 0 })
  })

  it('holds requests that wait until --drain-delay is over, and then closes their connections', async () => {
    const serving = served('--drain-delay', '1s')
    const base = await serving.url()
    const url = `${base}/api/v2/accounts`
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    const next = () => fetch(url, { headers: { 'if-none-match': etag, prefer: 'wait=50' } })
    const first = next()
    const told = performance.now()
    serving.process.kill('SIGTERM')
    await vi.waitFor(async () => expect(await ready(base)).toBe(503), 120_000)
    const [{ status, headers }, second] = await Promise.all([first, next()])
    expect([status, second.status, headers.get('connection')]).toEqual([304, 304, 'close'])
    expect(performance.now() - told).toBeGreaterThanOrEqual(1000)
    expect(await serving.ended()).toMatchObject({ code: 0 })
  })

  it('a second signal ends it at once', async () => {
    const serving = served('--workers', '2', '--drain-delay', '1h', '--log', 'info')
    const url = await serving.url()
    serving.process.kill('SIGTERM')
    await vi.waitFor(async () => expect(await ready(url)).toBe(503), 120_000)
    serving.process.kill('SIGINT')
    const { code, stderr } = await serving.ended()
    expect(code).toBe(130)
    const processes = new Set([...stderr.matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid)))
    expect(processes.size).toBe(2)
    const alive = () => [...processes].filter(isAlive)
    onTestFinished(() => {
      for (const pid of alive()) process.kill(pid, 'SIGKILL')
    })
    await vi.waitFor(() => expect(alive()).toEqual([]), 120_000)
  })
})
