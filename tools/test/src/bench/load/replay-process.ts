import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpuTime } from '../rounds.ts'
import type { LoadRequest } from './client.ts'

const CONCURRENT = 8

/** Headers that node:http writes itself. */
const OWN_HEADERS = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

async function record(url: string, headers: LoadRequest['headers']) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } })
  const kept = [...response.headers].filter(([name]) => !OWN_HEADERS.has(name))
  return { status: response.status, headers: Object.fromEntries(kept), body: await response.bytes() }
}

const recorded = new Map<string, Awaited<ReturnType<typeof record>>>()

/**
 * Records a server's responses, then sends them from memory with bare node:http: the maximum that any server in
 * JavaScript could do for these requests. Its arguments: the origin, and a file with the requests in JSON.
 */
const [, , origin = '', file = ''] = process.argv
const left = (JSON.parse(readFileSync(file, 'utf8')) as LoadRequest[]).values()
const recording = async () => {
  for (const { path, headers } of left) recorded.set(path, await record(origin + path, headers))
}
await Promise.all(Array.from({ length: CONCURRENT }, recording))
const server = createServer(({ url = '' }, response) => {
  const cpu = () => ({ status: 200, headers: {}, body: `process_cpu_seconds_total ${cpuTime() / 1e6}` })
  const { status, headers, body } = recorded.get(url) ?? cpu()
  response.writeHead(status, headers).end(body)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
process.stdout.write(`Serving at ${url}\nMetrics at ${url}/metrics\n`)
