import { expect, test } from 'vitest'
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
