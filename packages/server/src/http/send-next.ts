import type { FastifyReply, FastifyRequest } from 'fastify'
import { holds, sendAnswer, sendUnchanged } from '../responses/reply.ts'
import { noteWait } from './observe-requests.ts'
import { preferredWait } from './prefer.ts'
import { ABSENT } from './reads.ts'
import type { WaitingRequest, WaitingRequests } from './waiting-requests.ts'

/** Returns the seconds that a request may wait; 0 without a valid preference, or without anything to wait for. */
export function waitOf(
  { headers }: FastifyRequest,
  { maxWait, isOpen }: WaitingRequests,
  { operation, leastHeight }: Pick<WaitingRequest, 'operation' | 'leastHeight'>,
): number {
  const tags = headers['if-none-match']
  const isRecord = operation.page === undefined
  const mayWait = tags === undefined ? isRecord || leastHeight !== undefined : tags.trim() !== '*'
  return isOpen && mayWait ? (preferredWait(headers.prefer?.toString(), maxWait) ?? 0) : 0
}

/**
 * Sends the response as soon as the client does not have it, or at the end of the wait. The response confirms the
 * preference, even if there was no need to wait, so that clients know that this service supports it.
 */
export async function sendNext(
  reply: FastifyReply,
  waiting: WaitingRequests,
  request: Pick<WaitingRequest, 'operation' | 'query' | 'leastHeight' | 'account' | 'turns'>,
  seconds: number,
): Promise<FastifyReply> {
  const { raw } = reply
  const started = performance.now()
  // The timeout is for clients that do not read. This one has nothing to read yet. A request in process has no socket.
  const { socket, headers } = reply.request.raw
  const { timeout = 0 } = socket
  if (timeout > 0) socket.setTimeout(0)
  try {
    const { etag, block, body, problem } = await waiting.next({
      ...request,
      until: started + seconds * 1000,
      // Without a tag, a client waits for a record that is not there yet.
      has: headers['if-none-match'] === undefined ? etag => etag === ABSENT : etag => holds(reply, etag),
      onGone: forget => {
        // A wait takes no place among the readings.
        request.turns?.leave?.()
        // The client may have left during the first read.
        if (raw.destroyed) forget()
        else raw.once('close', forget)
      },
    })
    reply.header('preference-applied', `wait=${seconds}`)
    if (problem) throw problem
    return body === undefined ? sendUnchanged(reply, block, etag) : sendAnswer(reply, { etag, block, body })
  } finally {
    if (timeout > 0) socket.setTimeout(timeout)
    noteWait(raw, performance.now() - started)
  }
}
