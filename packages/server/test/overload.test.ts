import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openBrowser } from '@trading-network/test/browser'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../src/ingest/open-writer.ts'
import { startCommand } from './command.ts'
import { scratchFolder } from './scratch.ts'

const { folder, newPath } = scratchFolder()
const database = newPath()
createDatabase(database).close()

test('X-Forwarded-For tells clients apart behind a trusted proxy, in every worker', async () => {
  const options = ['--rate-limit', '1/h', '--trust-proxy', '127.0.0.0/8,::1', '--workers', '2']
  const command = startCommand(['serve', '-d', database, '--port', '0', ...options], folder)
  const url = `${await command.url()}/api/v2/accounts`
  const ask = async (client: number) =>
    (await fetch(url, { headers: { 'x-forwarded-for': `203.0.113.${client}` } })).status
  expect(await Promise.all(Array.from({ length: 8 }, (_, client) => ask(client)))).toEqual(Array(8).fill(200))
  // Each process counts separately. The second request may reach the other process, and the third always exceeds a
  // limit.
  const again = [await ask(0), await ask(0), await ask(0)]
  expect(again.filter(status => status === 200).length).toBeLessThanOrEqual(1)
  expect(again).toContain(429)
})

test('a page in a browser reads the 429 of its request: its preflights do not count', async () => {
  const command = startCommand(
    ['serve', '-d', database, '--no-docs', '--port', '0', '--rate-limit', '2/h'],
    folder,
  )
  const url = `${await command.url()}/api/v2/accounts`
  const site = createServer((_, response) => response.end('<!doctype html>')).listen(0, '127.0.0.1')
  onTestFinished(() => void site.close())
  await once(site, 'listening')
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  // The header is not one of a simple request, and a browser keeps its permission for one URL: each has a preflight.
  const ask = (size: number) =>
    page.evaluate(async address => {
      const { status, headers } = await fetch(address, { headers: { 'if-none-match': '"a"' } })
      return { status, left: headers.get('ratelimit-remaining'), retryAfter: headers.get('retry-after') }
    }, `${url}?pagination.first=${size}`)
  expect([await ask(1), await ask(2), await ask(3)]).toEqual([
    { status: 200, left: '1', retryAfter: null },
    { status: 200, left: '0', retryAfter: null },
    { status: 429, left: '0', retryAfter: expect.stringMatching(/^\d+$/) },
  ])
})
