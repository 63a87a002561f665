import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { operations } from '../contract/operations.ts'
import { HarFile } from './har.ts'
import { Service } from './service.ts'

it('a log is a whole file after each exchange, with headers, bodies and times', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'check-har-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'log.har')
  const har = new HarFile(path, { name: 'check', version: '1' })
  onTestFinished(() => har.close())
  const entries = () => JSON.parse(readFileSync(path, 'utf8')).log.entries
  expect(entries()).toEqual([])
  const service = new Service({
    baseUrl: 'http://in.process',
    fetch: async () => new Response('{"a":"ü"}', { headers: { etag: '"1"' } }),
    onExchange: exchange => har.add(exchange),
  })
  const operation = { ...operations[0], path: '/a' } as (typeof operations)[number]
  for (const count of [1, 2]) {
    await service.ask({ operation, params: { b: 'c d' }, headers: { prefer: 'wait=1' } })
    expect(entries()).toHaveLength(count)
  }
  expect(entries()[1]).toMatchObject({
    request: {
      method: 'GET',
      url: 'http://in.process/a?b=c%20d',
      queryString: [{ name: 'b', value: 'c d' }],
      headers: expect.arrayContaining([{ name: 'prefer', value: 'wait=1' }]),
    },
    response: {
      status: 200,
      headers: expect.arrayContaining([{ name: 'etag', value: '"1"' }]),
      content: { size: 10, text: '{"a":"ü"}' },
    },
    time: expect.any(Number),
  })
})
