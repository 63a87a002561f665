import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Block, internal, methodNotAllowed, Problem, protocolError } from '../responses/problem.ts'
import { sendProblem } from '../responses/reply.ts'
import { type OperationOptions, routeUrl } from './operation-routes.ts'

/** Registers every other method of a path with a 405, which lists the allowed methods, unlike a 404. */
export function refuseOtherMethods(app: FastifyInstance, path: string): void {
  const url = routeUrl(path)
  const allowed = app.supportedMethods.filter(method => app.hasRoute({ method, url }))
  const refuseMethod = async ({ method }: FastifyRequest) => {
    throw methodNotAllowed(method, path, allowed.join(', '))
  }
  const method = app.supportedMethods.filter(other => !allowed.includes(other))
  // A hook, so that it runs before Fastify rejects the unread body.
  app.route({ method, url, onRequest: refuseMethod, handler: refuseMethod })
}

/** Sends the error response of a failure and logs it. Only failures of the service are logged in full. */
export async function refuse(
  reply: FastifyReply,
  error: FastifyError | Problem,
  head: OperationOptions['head'],
): Promise<FastifyReply> {
  const { log, id: reqId } = reply.request
  const problem = problemOf(error, reqId)
  const failure = problem === error ? problem.cause : problem.status < 500 ? undefined : error
  if (failure) log.error({ reqId, err: failure }, problem.message)
  else log.info({ reqId, status: problem.status }, problem.message)
  // A client beyond its limit is not worth another database query.
  const isUnasked = problem.status === 503 || problem.status === 429
  const block = problem.asOf ?? (isUnasked ? undefined : await blockOf(head, reply))
  return sendProblem(reply, problem, block)
}

function problemOf(error: FastifyError | Problem, requestId: string): Problem {
  if (error instanceof Problem) return error
  const { statusCode = 500, code = '' } = error
  // Fastify's own refusals, such as an unreadable content type. Any other unexpected error is our fault.
  if (code.startsWith('FST_') && statusCode < 500)
    return protocolError(statusCode, reasonOf(statusCode), error.message)
  return internal(requestId)
}

/** The name of a status as a reason: `UNSUPPORTED_MEDIA_TYPE`. */
function reasonOf(status: number): string {
  return (STATUS_CODES[status] ?? 'Bad Request').toUpperCase().replaceAll(/[^A-Z]+/g, '_')
}

/** Returns the block for an error response. The response must go out even when the block cannot be read. */
async function blockOf(head: OperationOptions['head'], reply: FastifyReply): Promise<Block | undefined> {
  try {
    return await head()
  } catch (err) {
    reply.log.error({ reqId: reply.request.id, err }, 'The current block cannot be read')
    return undefined
  }
}
