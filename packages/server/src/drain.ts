import type { FastifyInstance } from 'fastify'

/**
 * Makes `close()` wait for the requests under way and for nothing else. Node closes connections that are idle at
 * that moment; one with a request under way would stay open for the whole keep-alive time after its answer, so
 * the answer tells the client that it is the last one.
 */
export function drainOnClose(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}
