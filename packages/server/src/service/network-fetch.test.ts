import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@trading-network/fetch'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../ingest/open-writer.ts'
import { networkFetch } from './network-fetch.ts'

const opened = () => {
  const folder = mkdtempSync(join(tmpdir(), 'network-fetch-'))
  const database = join(folder, 'network.sqlite')
  createDatabase(database).close()
  const network = networkFetch(database)
  onTestFinished(async () => {
    await network.close()
    rmSync(folder, { recursive: true })
  })
  return network
}

test('the client reaches the service without a port', async () => {
  const client = createClient({ baseUrl: 'http://in.process', fetch: opened().fetch })
  expect(await client.listAccounts().collect()).toEqual({
    items: [],
    truncated: false,
    sameBlock: true,
  })
  await expect(client.getOrder({ orderId: 'f'.repeat(64) })).rejects.toMatchObject({ status: 404, code: 5 })
})

test('methods, headers and answers without a body pass through', async () => {
  const { fetch } = opened()
  const url = 'http://in.process/api/v2/accounts'
  expect((await fetch(new Request(url, { method: 'POST' }))).headers.get('allow')).toContain('GET')
  const head = await fetch(new Request(url, { method: 'HEAD' }))
  expect([head.status, await head.text()]).toEqual([200, ''])
  const withOrigin = await fetch(new Request(url, { headers: { origin: 'https://example.org' } }))
  expect(withOrigin.headers.get('access-control-allow-origin')).toBe('*')
})

test('a request that is aborted already is not answered', async () => {
  const request = new Request('http://in.process/health', { signal: AbortSignal.abort('left') })
  await expect(opened().fetch(request)).rejects.toBe('left')
})
