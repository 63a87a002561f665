import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { run } from '../src/run.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** Asks a registry that gives this answer for advisories. */
async function advisories(status: number, body: object) {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const result = await run(process.execPath, ['tools/test/src/long.ts', 'advisories', '--registry', registry])
  server.close()
  return result
}

const advisory = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Answers too much',
  severity: 'high',
  vulnerable_versions: '>=5.0.0 <6.0.0',
  cwe: [],
  cvss: { score: 8, vectorString: null },
}

it('passes when there is no advisory', async () => {
  const { code, output } = await advisories(200, {})
  expect(output.match(/No known vulnerabilities found/g)).toHaveLength(2)
  expect(code).toBe(0)
})

it('fails and names the package that has one', async () => {
  const { code, output } = await advisories(200, { fastify: [advisory] })
  expect(output).toMatch(/fastify[\s\S]*Answers too much|Answers too much[\s\S]*fastify/)
  expect(code).toBe(1)
})

it('fails when the registry does not tell', async () => {
  expect((await advisories(405, {})).code).toBe(1)
})
