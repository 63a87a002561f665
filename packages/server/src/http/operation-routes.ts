import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { violationsOf } from '../operations/index.ts'
import type { Overload } from '../overload/protect-service.ts'
import type { Operation } from '../parameters/contract.ts'
import { type Query, readParameters } from '../parameters/read.ts'
import { integerReader } from '../parameters/value-readers.ts'
import { type FieldViolation, quoted } from '../responses/problem.ts'
import { sendAnswer } from '../responses/reply.ts'
import { whenThere } from '../store/reading/reading.ts'
import { announceDeprecation } from './deprecation.ts'
import type { WaitableNetwork } from './reads.ts'
import { RecentAnswers } from './recent-responses.ts'
import { sendNext, waitOf } from './send-next.ts'
import type { WaitingRequests } from './waiting-requests.ts'

/** The methods of a route that only reads. Fastify's own routes for HEAD send `Content-Length: 0` with a 304. */
export const GET_AND_HEAD = ['GET', 'HEAD']

export interface OperationOptions extends WaitableNetwork {
  readonly operations: readonly Operation[]
  /** Holds requests until their response changes. Without it, `Prefer: wait` has no effect. */
  readonly waiting?: WaitingRequests
}

export function routeOperations(app: FastifyInstance, options: OperationOptions, overload: Overload): void {
  const service = { ...options, overload, recent: new RecentAnswers() }
  for (const operation of options.operations) {
    app.route({
      ...announceDeprecation(operation),
      method: GET_AND_HEAD,
      url: routeUrl(operation.path),
      config: { operation: operation.operationId },
      handler: (request, reply) => respond(operation, request, reply, service),
    })
  }
}

export function routeUrl(path: string): string {
  return path.replaceAll(/\{([^{}]+)\}/g, ':$1')
}

function respond(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    answer,
    head,
    waiting,
    overload,
    recent,
  }: OperationOptions & { overload: Overload; recent: RecentAnswers },
) {
  const { least, violations } = readLeastHeight(request.headers['x-min-block-height'])
  const read = () => {
    const { text } = request.query as { text: string }
    return readParameters(operation, request.params as Record<string, string>, text, query => [
      ...violations,
      ...violationsOf(operation, query),
    ])
  }
  // Refuses the request.
  if (violations.length > 0) read()
  const next = { operation, leastHeight: least }
  const seconds = waiting ? waitOf(request, waiting, next) : 0
  if (waiting && seconds > 0) {
    const turns = overload.turnsOf(request.raw, reply.raw)
    return sendNext(reply, waiting, { ...next, query: read(), account: turns.client, turns }, seconds)
  }
  const renew = (query: Query) =>
    whenThere(answer(operation, query, least, overload.turnsOf(request.raw, reply.raw)), fresh => {
      recent.add(request.url, fresh)
      sendAnswer(reply, fresh)
    })
  // The parameters of a stored response are valid.
  const kept = recent.of(request.url)
  if (!kept) return renew(read())
  return whenThere(head(least), block => {
    if (kept.block.state !== block.state) return renew(read())
    sendAnswer(reply, { ...kept, block })
  })
}

const blockHeight = integerReader(0n, 2n ** 64n - 1n)

interface LeastHeight {
  /** The minimum block height of the response, since the client has already seen that block. */
  readonly least?: bigint
  readonly violations: readonly FieldViolation[]
}

function readLeastHeight(header: string | string[] | undefined): LeastHeight {
  if (header === undefined) return { violations: [] }
  const text = String(header)
  const height = blockHeight.read(text)
  if (height !== undefined) return { least: BigInt(height), violations: [] }
  const description = `${blockHeight.allowed}, got ${quoted(text)}${blockHeight.hint(text)}`
  return { violations: [{ field: 'X-Min-Block-Height', description }] }
}
