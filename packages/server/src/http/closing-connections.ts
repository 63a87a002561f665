import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A client in a loop may already have sent its next request when the service ends. This is the wait for it. */
const LINGER_MS = 250
const LOOK_MS = 10

/**
 * Makes `close()` wait for the requests in progress and for nothing else. First every response says that it is the
 * last of its connection, while the service still takes requests. Closing a connection at that time would lose a
 * request in transit. Then idle connections are closed: by Node after a request, and here if they never sent one,
 * since browsers open connections in advance.
 *
 * @param onClosing called once responses say that they are the last
 */
export function drainOnClose(app: FastifyInstance, onClosing: () => void): void {
  let closing = false
  const open = new Set<Socket>()
  const silent = new Set<Socket>()
  app.server.on('connection', socket => {
    open.add(socket)
    silent.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      silent.delete(socket)
    })
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    closing = true
    onClosing()
    const end = performance.now() + LINGER_MS
    while (open.size > 0 && performance.now() < end) await wait(LOOK_MS)
    // No connection comes any more when the port is closed, and the last ones may just be sending their request.
    const closeSilent = () => {
      for (const socket of silent) socket.destroy()
    }
    setTimeout(closeSilent, LINGER_MS).unref()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}
