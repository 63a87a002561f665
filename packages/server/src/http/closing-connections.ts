import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Overload } from '../overload/protect-service.ts'

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
export function drainOnClose(
  app: FastifyInstance,
  { accounts, connections }: Overload,
  onClosing: () => void,
): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    onClosing()
    const end = performance.now() + LINGER_MS
    while (accounts.held.connections > 0 && performance.now() < end) await wait(LOOK_MS)
    // No connection comes any more when the port is closed, and the last ones may just be sending their request.
    setTimeout(() => connections.closeSilent(), LINGER_MS).unref()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}
