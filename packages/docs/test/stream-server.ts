import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

export interface StreamServer {
  /** `127.0.0.1:<port>` */
  readonly host: string
  close(): void
}

/** A node with a streaming API: sends events to each client that asks for all of them, and ends the connection. */
export async function serveStream(events: Iterable<string>): Promise<StreamServer> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/api/v2/stream/event/bus' })
  server.on('connection', socket =>
    socket.once('message', asked => {
      if (String(asked) !== '{}') return socket.close(1008, 'not all events were asked for')
      for (const event of events) socket.send(`{"result":{"events":[${event}]}}\n`)
      return socket.close()
    }),
  )
  await new Promise(resolve => server.once('listening', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
    },
  }
}
