import { expect, it, onTestFinished } from 'vitest'
import { Command } from './command.ts'
import { database, folder, ready, served } from './service.ts'

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
  const options = ['--no-docs', '--port', '0', '--workers', '2', '--metrics', '0', '--log', 'info']
  const serving = new Command(['serve', '--database', database, ...options], folder, {
    node: ['--import', ENDS_FIRST],
  })
  onTestFinished(async () => {
    serving.process.kill('SIGKILL')
    await serving.ended()
  })
  const url = await serving.url()
  expect(await ready(url)).toBe(200)
  const [, metrics] = await serving.says(/^Metrics at (\S+)$/m)
  expect((await fetch(metrics as string)).status).toBe(200)
  const { code, stderr } = await serving.interrupt()
  expect(code).toBe(0)
  const listened = new Set(stderr.match(/(?<="pid":)\d+(?=.*Server listening)/g))
  expect(listened.size).toBe(2)
})

it.runIf(process.platform === 'linux')('a killed worker leaves no request without an end', async () => {
  const serving = served('--workers', '2', '--log', 'info')
  const url = await serving.url()
  const ended = async () => {
    const signal = AbortSignal.timeout(10_000)
    // A connection to the dead worker is reset, so the client knows and may retry.
    const failure = await fetch(`${url}/health`, { headers: { connection: 'close' }, signal }).catch(
      error => error,
    )
    return failure.name === 'TimeoutError' ? 'hung' : 'ended'
  }
  let killed = ''
  for (let round = 0; round < 3; round += 1) {
    const started = await serving.logs(new RegExp(`"pid":(?!(?:0${killed})\\b)(\\d+).*Server listening`))
    const pid = started[1] as string
    killed += `|${pid}`
    process.kill(Number(pid), 'SIGKILL')
    const requests = await Promise.all(Array.from({ length: 40 }, ended))
    expect(requests.filter(end => end === 'hung')).toEqual([])
    await expect.poll(() => ready(url).catch(() => 0), { timeout: 10_000 }).toBe(200)
  }
})
