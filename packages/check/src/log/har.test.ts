import { execFile } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { operations } from '../contract/operations.ts'
import { HarFile } from './har.ts'
import { Service } from './service.ts'

it('a log is a whole file after each exchange, with headers, bodies and times; redocly reads it', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'check-har-'))
  const path = join(folder.path, 'log.har')
  const har = new HarFile(path, { name: 'check', version: '1' })
  onTestFinished(() => har.close())
  const entries = () => JSON.parse(readFileSync(path, 'utf8')).log.entries
  expect(entries()).toEqual([])
  const service = new Service({
    baseUrl: 'http://in.process',
    fetch: async () =>
      new Response('{"a":"ü"}', { headers: { etag: '"1"', 'content-type': 'application/json' } }),
    onExchange: exchange => har.add(exchange),
  })
  const operation = operations.find(({ id }) => id === 'listAccounts')!
  for (const count of [1, 2]) {
    const params = { 'filter.assetId': 'c d' }
    await service.ask({ operation, params, headers: { prefer: 'wait=1' } })
    expect(entries()).toHaveLength(count)
  }
  expect(entries()[1]).toMatchObject({
    request: {
      method: 'GET',
      url: 'http://in.process/api/v2/accounts?filter.assetId=c%20d',
      queryString: [{ name: 'filter.assetId', value: 'c d' }],
      headers: expect.arrayContaining([{ name: 'prefer', value: 'wait=1' }]),
    },
    response: {
      status: 200,
      headers: expect.arrayContaining([{ name: 'etag', value: '"1"' }]),
      content: { size: 10, text: '{"a":"ü"}' },
    },
    time: expect.any(Number),
  })
  const { resolve } = createRequire(import.meta.url)
  const redocly = resolve('@redocly/cli/bin/cli.js')
  const contract = resolve('@trading-network/spec/openapi.json')
  const compared = ['--api', contract, '--server', 'http://in.process', '--format', 'json']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  // It ends with 1 for a difference.
  const { stdout } = await promisify(execFile)(process.execPath, [redocly, 'drift', path, ...compared], {
    env,
  }).catch(error => error)
  expect(stdout).toContain("required property 'accounts'")
})
