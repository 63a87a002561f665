import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ConnectionLimits } from './connection-limits.ts'

/** Minimum size of a tracked response, in characters. Smaller ones fit into the buffers of the system. */
const LARGE = 256 * 1024

interface Unread {
  readonly socket: Socket
  readonly size: number
}

/**
 * Closes connections of clients that do not read, since their responses stay in memory. Each client has a maximum time
 * for a large response, however slowly it reads. If all those responses together take too much memory, the oldest are
 * ended first, since an active reader finishes a page quickly.
 */
export function endSlowReaders(app: FastifyInstance, limits: ConnectionLimits): void {
  const { answerTimeout, mostUnread } = limits
  const answers = new Set<Unread>()
  let total = 0
  const forget = (answer: Unread) => {
    if (answers.delete(answer)) total -= answer.size
  }
  const end = (answer: Unread) => {
    forget(answer)
    answer.socket.destroy()
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    const size = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (size < LARGE) return done(null, payload)
    const answer: Unread = { socket: request.raw.socket, size }
    const timer = setTimeout(() => end(answer), answerTimeout)
    reply.raw.once('close', () => {
      clearTimeout(timer)
      forget(answer)
    })
    answers.add(answer)
    total += size
    for (const oldest of answers) {
      if (total <= mostUnread || oldest === answer) break
      end(oldest)
    }
    done(null, payload)
  })
}
