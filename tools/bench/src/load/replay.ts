import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LoadRequest } from './bursts.ts'

interface Recorded {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

const CONCURRENT = 8

/** Headers that node:http writes itself. */
const OWN_HEADERS = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/**
 * Records a server's responses, then sends them from memory with bare node:http: the maximum that any server in
 * JavaScript could do for these requests. Returns the port.
 */
export async function startReplay({
  origin,
  requests,
}: {
  origin: string
  requests: readonly LoadRequest[]
}): Promise<number> {
  const recorded = new Map<string, Recorded>()
  const left = requests.values()
  const recording = async () => {
    for (const { path, headers } of left) recorded.set(path, await record(origin + path, headers))
  }
  await Promise.all(Array.from({ length: CONCURRENT }, recording))
  const server = createServer(({ url = '' }, response) => {
    const { status, headers, body } = recorded.get(url) ?? { status: 404, headers: {}, body: '' }
    response.writeHead(status, headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function record(url: string, headers: LoadRequest['headers']): Promise<Recorded> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } })
  const kept = [...response.headers].filter(([name]) => !OWN_HEADERS.has(name))
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(kept), body }
}
