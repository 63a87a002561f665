import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Headers that node:http writes itself. */
const OWN_HEADERS = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

interface Recorded {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
const recorded = new Map<string, Recorded>()

/**
 * Records a server's responses, then sends them from memory with bare node:http: the maximum that any server in
 * JavaScript could do for these requests. Its arguments: the origin, and a file with the paths in JSON.
 */
const [, , origin = '', file = ''] = process.argv
for (const path of JSON.parse(readFileSync(file, 'utf8')) as string[]) {
  const response = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } })
  const headers = [...response.headers].filter(([name]) => !OWN_HEADERS.has(name))
  recorded.set(path, { headers: Object.fromEntries(headers), body: await response.bytes() })
}
const server = createServer(({ url = '' }, response) => {
  const { user, system } = process.cpuUsage()
  const cpu = { headers: {}, body: `process_cpu_seconds_total ${(user + system) / 1e6}\n` }
  const { headers, body } = recorded.get(url) ?? cpu
  response.writeHead(200, headers).end(body)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
process.stdout.write(`Serving at ${url}\nMetrics at ${url}/metrics\n`)
