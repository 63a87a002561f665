import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { standardError } from '../standard-error.ts'
import type { Metrics } from './service.ts'

export interface Address {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
}

/**
 * Serves `GET /metrics` and nothing else on its own address. It does not keep the process alive. Returns the whole
 * URL, such as `http://127.0.0.1:9464/metrics`.
 */
export async function serveMetrics({ host, port }: Address, metrics: Metrics): Promise<string> {
  const server = createServer(async ({ method, url }, response) => {
    const say = (status: number, text: string, type = 'text/plain') =>
      response.writeHead(status, { 'content-type': type }).end(text)
    if (url?.split('?', 1)[0] !== '/metrics') return say(404, 'There is only /metrics here.\n')
    if (method !== 'GET') return say(405, 'Use GET.\n')
    try {
      return say(200, await metrics.text(), Registry.PROMETHEUS_CONTENT_TYPE)
    } catch (error) {
      standardError.write(`warning: the metrics cannot be read: ${(error as Error).message}\n`)
      return say(500, 'The metrics cannot be read; the log says why.\n')
    }
  })
  server.on('connection', socket => socket.unref())
  server.listen(port, host).unref()
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`
}
