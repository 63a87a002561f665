import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived behind the balancer. */
export interface Arrived {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Starts a server that records requests, and answers all except health checks with one status.
 *
 * @param delay time before the answer to a health check; milliseconds
 */
export async function startRecorder(status: number, delay = 0) {
  const arrived: Arrived[] = []
  let checks = 0
  const server = createServer(({ url, method = '', headers }, response) => {
    if (url === '/ready') {
      checks += 1
      return void setTimeout(() => response.end('{}'), delay)
    }
    arrived.push({ method, headers })
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    checks: () => checks,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
