import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Makes `close()` wait for the requests under way and for nothing else. Node by itself closes only connections
 * that are idle after a request: one with a request under way would then stay for the whole keep-alive time, so
 * its answer says that it is the last; and one that never sent anything, as browsers open them ahead of need,
 * would stay for ever, so it is cut.
 */
export function drainOnClose(app: FastifyInstance): void {
  let closing = false
  const silent = new Set<Socket>()
  app.server.on('connection', socket => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}
