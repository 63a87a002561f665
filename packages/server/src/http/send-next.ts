import type { FastifyReply, FastifyRequest } from 'fastify'
import { holds, sendAnswer, sendUnchanged } from '../responses/reply.ts'
import { noteWait } from './observe-requests.ts'
import { preferredWait } from './prefer.ts'
import type { WaitingRequest, WaitingRequests } from './waiting-requests.ts'

/** Returns the seconds that a request may wait for a change; 0 without a valid preference. */
export function waitOf({ headers }: FastifyRequest, { maxWait }: WaitingRequests): number {
  return preferredWait(headers.prefer?.toString(), maxWait) ?? 0
}

/**
 * Sends the response as soon as the client does not have it, or 304 after the wait. The response confirms the
 * preference, even if there was no need to wait, so that clients know that this service supports it.
 */
export async function sendNext(
  reply: FastifyReply,
  waiting: WaitingRequests,
  request: Pick<WaitingRequest, 'operation' | 'query' | 'leastHeight' | 'seconds'>,
): Promise<FastifyReply> {
  const { raw } = reply
  const started = performance.now()
  // The timeout is for clients that do not read. This one has nothing to read yet. A request in process has no socket.
  const { socket } = reply.request.raw
  const { timeout = 0 } = socket
  if (timeout > 0) socket.setTimeout(0)
  try {
    const outcome = await waiting.next({
      ...request,
      url: reply.request.url,
      has: etag => holds(reply, etag),
      onGone: forget => raw.once('close', forget),
    })
    reply.header('preference-applied', `wait=${request.seconds}`)
    return 'answer' in outcome
      ? sendAnswer(reply, outcome.answer)
      : sendUnchanged(reply, outcome.unchanged, outcome.etag)
  } finally {
    if (timeout > 0) socket.setTimeout(timeout)
    noteWait(raw, performance.now() - started)
  }
}
