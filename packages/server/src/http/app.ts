import { METHODS, STATUS_CODES } from 'node:http'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import {
  limitClients,
  type OverloadOptions,
  overloadServerOptions,
  queueRequests,
} from '../overload/protect-service.ts'
import type { Operation } from '../parameters/contract.ts'
import { type Query, readParameters } from '../parameters/read.ts'
import { suggestion } from '../parameters/suggest.ts'
import { integerReader } from '../parameters/value-readers.ts'
import { type AllowedOrigins, allowBrowsers, corsHeaders } from '../responses/cors.ts'
import {
  type Block,
  badRequest,
  internal,
  methodNotAllowed,
  notFound,
  Problem,
  protocolError,
  quoted,
} from '../responses/problem.ts'
import {
  type Answer,
  type Head,
  holds,
  sendAnswer,
  sendJson,
  sendProblem,
  sendUnchanged,
} from '../responses/reply.ts'
import { nameRequests, requestIdOf } from '../responses/request-id.ts'
import { AsciiResponse } from './ascii-response.ts'
import { answerClientError } from './client-error.ts'
import { drainOnClose } from './closing-connections.ts'
import { serveContract } from './contract-documents.ts'
import { announceDeprecation } from './deprecation.ts'
import { logRequests, logsRequests } from './log.ts'
import { GET_AND_HEAD } from './methods.ts'
import { observed, observeRequests, type RequestObserver } from './observe-requests.ts'
import { RecentAnswers } from './recent-responses.ts'
import { sendNext, waitOf } from './send-next.ts'
import { asksForPage, FORBIDDEN_PATH, sendNoSuchPage, serveSite } from './site.ts'
import type { WaitingRequests } from './waiting-requests.ts'

/** Options of the HTTP front. */
export interface HttpOptions extends OverloadOptions {
  /** The operations of the contract; each becomes a route. */
  readonly operations: readonly Operation[]
  /** Answers a request with valid parameters. Throws a Problem to refuse it. */
  readonly answer: (operation: Operation, query: Query, leastHeight?: bigint) => Answer | Promise<Answer>
  /** Returns the current block for error responses, and its state for recent responses. */
  readonly head: (leastHeight?: bigint) => Head | Promise<Head>
  /** Holds requests until their response changes. Without it, `Prefer: wait` has no effect. */
  readonly waiting?: WaitingRequests
  /** Fastify's logger option; without it nothing is logged. */
  readonly logger?: FastifyServerOptions['logger']
  /** Origins whose pages may read the responses; any when absent. */
  readonly allowedOrigins?: AllowedOrigins
  /** Folder of the built reference site, served under `/`; without it there is only the API. */
  readonly site?: string | undefined
  /** Throws a Problem while the service is not ready for requests. Without it, `/ready` checks the head only. */
  readonly ready?: () => void | Promise<void>
  /** Called for every request and for its end. */
  readonly observers?: readonly RequestObserver[]
}

/**
 * The HTTP front of the service: the contract's operations as routes, the contract itself, `GET /health`, `GET /ready`,
 * and the contract's error body for everything else. `close()` stops listening and lets the requests under way finish.
 */
export function createHttp(options: HttpOptions): FastifyInstance {
  const {
    operations,
    answer,
    head,
    waiting,
    logger = false,
    allowedOrigins = '*',
    site,
    observers = [],
  } = options
  const { ready = async () => void (await head()) } = options

  const app = fastify({
    logger,
    // An observer logs the requests.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    exposeHeadRoutes: false,
    // Answers a request that its client sent before it could know of the shutdown.
    return503OnClosing: false,
    ...overloadServerOptions(options, { ServerResponse: AsciiResponse }),
    clientErrorHandler: answerClientError,
    frameworkErrors: (_, request, reply) => {
      // Only a path that cannot be decoded reaches this handler, before any route and hook.
      observed(reply)
      const description = `has a malformed percent escape, got ${quoted(request.url)}`
      reply.headers(corsHeaders(allowedOrigins, request.headers.origin)).header('x-request-id', request.id)
      void refuse(reply, badRequest([{ field: 'path', description }]), head)
    },
    routerOptions: {
      // The contract's patterns limit the values, with a message. The header limit covers the rest.
      maxParamLength: 64 * 1024,
      // `readParameters` needs the raw text.
      querystringParser: text => ({ text }),
    },
  })

  // No request has a body here. The body of a wrong method stays unread.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)

  queueRequests(app, allowedOrigins, options)
  drainOnClose(app, () => waiting?.end())
  nameRequests(app)
  observeRequests(app, logsRequests(app.log) ? [...observers, logRequests] : observers)
  allowBrowsers(app, allowedOrigins)
  limitClients(app, options)
  app.setErrorHandler<FastifyError>((error, _, reply) => {
    // A path out of the site's folder is a path to nothing.
    if (error.code === FORBIDDEN_PATH) return reply.callNotFound()
    return refuse(reply, error, head)
  })
  if (site !== undefined) serveSite(app, site)
  app.setNotFoundHandler((request, reply) => {
    if (site !== undefined && asksForPage(request)) return sendNoSuchPage(reply)
    throw pathNotFound(request.url.split('?', 1)[0] ?? '', operations)
  })

  const recent = new RecentAnswers()
  for (const operation of operations) {
    app.route({
      ...announceDeprecation(operation),
      method: operation.method === 'GET' ? GET_AND_HEAD : operation.method,
      url: routeUrl(operation.path),
      config: { operation: operation.operationId },
      handler: (request, reply) => {
        const least = leastHeight(request.headers['x-min-block-height'])
        const isConditional = request.headers['if-none-match'] !== undefined
        const read = () => {
          const { text } = request.query as { text: string }
          return readParameters(operation, request.params as Record<string, string>, text)
        }
        const seconds = isConditional && waiting?.isOpen ? waitOf(request, waiting) : 0
        if (waiting && seconds > 0)
          return sendNext(reply, waiting, { operation, query: read(), leastHeight: least, seconds })
        const renew = (query: Query) =>
          whenThere(answer(operation, query, least), fresh => {
            recent.add(request.url, fresh)
            sendAnswer(reply, fresh)
          })
        const kept = recent.of(request.url)
        // The parameters of a stored response are valid.
        const query = kept ? undefined : read()
        if (query) return renew(query)
        return whenThere(head(least), ({ state, ...block }) => {
          if (kept?.block.state !== state) return renew(read())
          if (holds(reply, kept.etag)) sendUnchanged(reply, block, kept.etag)
          else if (kept.body) sendAnswer(reply, { ...kept, body: kept.body })
          else return renew(read())
        })
      },
    })
  }
  app.route({
    method: GET_AND_HEAD,
    url: '/health',
    handler: (_, reply) => sendJson(reply, '{"status":"ok"}'),
  })
  app.route({
    method: GET_AND_HEAD,
    url: '/ready',
    handler: async (_, reply) => {
      await ready()
      return sendJson(reply, '{"status":"ready"}')
    },
  })
  const others = [...serveContract(app), '/health', '/ready']
  for (const path of new Set([...operations.map(operation => operation.path), ...others])) {
    refuseOtherMethods(app, path)
  }
  return app
}

/**
 * Passes a value on as soon as it is available. SQLite returns values synchronously. A promise and its turns of the
 * event loop would take a twentieth of the time of an order.
 */
function whenThere<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}

const blockHeight = integerReader(0n, 2n ** 64n - 1n)

/**
 * Reads the minimum block height of the response, since the client has already seen that block; undefined without one.
 */
function leastHeight(header: string | string[] | undefined): bigint | undefined {
  if (header === undefined) return undefined
  const text = String(header)
  const height = blockHeight.read(text)
  if (height !== undefined) return BigInt(height)
  const description = `${blockHeight.allowed}, got ${quoted(text)}${blockHeight.hint(text)}`
  throw badRequest([{ field: 'X-Min-Block-Height', description }])
}

/** A path template of the contract as the router writes it. */
function routeUrl(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ':$1')
}

/** Registers every other method of a path with a 405, which lists the allowed methods, unlike a 404. */
function refuseOtherMethods(app: FastifyInstance, path: string): void {
  const url = routeUrl(path)
  const allowed = app.supportedMethods.filter(method => app.hasRoute({ method, url }))
  const refuseMethod = async ({ method }: FastifyRequest) => {
    throw methodNotAllowed(method, path, allowed.join(', '))
  }
  const method = app.supportedMethods.filter(other => !allowed.includes(other))
  // A hook, so that it runs before Fastify rejects the unread body.
  app.route({ method, url, onRequest: refuseMethod, handler: refuseMethod })
}

function pathNotFound(path: string, operations: readonly Operation[]): Problem {
  const paths = operations.map(operation => operation.path)
  const message = `There is no ${quoted(path)}${suggestion(path, paths)}`
  return notFound('PATH_NOT_FOUND', message, { path: path.slice(0, 200) })
}

/** Sends the error response of a failure and logs it. Only failures of the service are logged in full. */
async function refuse(
  reply: FastifyReply,
  error: FastifyError | Problem,
  head: HttpOptions['head'],
): Promise<FastifyReply> {
  const { log, id } = reply.request
  const problem = problemOf(error, id)
  if (problem === error || problem.status < 500) log.info({ status: problem.status }, problem.message)
  else log.error({ err: error }, problem.message)
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
async function blockOf(head: HttpOptions['head'], reply: FastifyReply): Promise<Block | undefined> {
  try {
    return await head()
  } catch (err) {
    reply.log.error({ err }, 'The current block cannot be read')
    return undefined
  }
}
