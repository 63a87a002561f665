import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A client that asks on and on has its next request on the way when it is told to stop: that one is waited for. */
const LINGER_MS = 250
const LOOK_MS = 10

/**
 * Makes `close()` wait for the requests under way and for nothing else. First every answer says that it is the last
 * of its connection, while requests that are on their way are still taken; a connection closed at that moment would
 * lose one. Then those that are idle are closed: by Node after a request, and here those that never sent anything, as
 * browsers open them ahead of need.
 */
export function drainOnClose(app: FastifyInstance): void {
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
    const end = performance.now() + LINGER_MS
    while (open.size > 0 && performance.now() < end) await wait(LOOK_MS)
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}
