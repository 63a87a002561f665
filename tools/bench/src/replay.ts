import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LoadRequest } from './load.ts'

interface Recorded {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

const RECORDED_AT_ONCE = 8

/** Headers that node:http writes by itself. */
const OWN_HEADERS = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/**
 * Records what a server answers, then replays it from memory on bare node:http: the most that any server in
 * JavaScript could do for these requests, whatever it does to find the answers.
 *
 * @returns the port it listens on
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
    for (const request of left) recorded.set(request.path, await record(origin, request))
  }
  await Promise.all(Array.from({ length: RECORDED_AT_ONCE }, recording))
  const server = createServer(({ url = '' }, response) => {
    const answer = recorded.get(url)
    if (!answer) response.writeHead(404, { 'content-length': 0 }).end()
    else response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function record(origin: string, { path, headers }: LoadRequest): Promise<Recorded> {
  const response = await fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } })
  const kept = [...response.headers].filter(([name]) => !OWN_HEADERS.has(name))
  return {
    status: response.status,
    headers: Object.fromEntries(kept),
    body: Buffer.from(await response.arrayBuffer()),
  }
}
