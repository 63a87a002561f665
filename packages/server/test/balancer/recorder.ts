import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived behind the balancer. */
export interface Arrived {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/** Starts a server that records requests, and answers all except health checks with one status. */
export async function startRecorder(status: number) {
  const arrived: Arrived[] = []
  const server = createServer(({ url, method = '', headers }, response) => {
    if (url === '/ready') return response.end('{}')
    arrived.push({ method, headers })
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
