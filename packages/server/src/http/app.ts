import { METHODS } from 'node:http'
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
} from '../overload/limits.ts'
import type { Operation } from '../parameters/contract.ts'
import { type Query, readParameters } from '../parameters/read.ts'
import { nearest } from '../parameters/suggest.ts'
import { type AllowedOrigins, allowBrowsers, corsHeaders } from '../responses/cors.ts'
import {
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
  type Block,
  type Head,
  sendAnswer,
  sendJson,
  sendProblem,
  sendUnchanged,
} from '../responses/reply.ts'
import { AsciiResponse } from './ascii-response.ts'
import { answerClientError } from './client-error.ts'
import { drainOnClose } from './drain.ts'
import { logRequests, logsRequests } from './log.ts'
import { RecentAnswers } from './recent-responses.ts'
import { nameRequests, requestIdOf } from './request-id.ts'
import { asksForPage, sendNoSuchPage, serveSite } from './site.ts'
import { type RequestWatcher, watched, watchRequests } from './watch-requests.ts'

/** What the HTTP front needs to know. */
export interface HttpOptions extends OverloadOptions {
  /** The operations of the contract; each becomes a route. */
  readonly operations: readonly Operation[]
  /** Answers a request whose parameters are valid. Throws a Problem for what it must refuse. */
  readonly answer: (operation: Operation, query: Query, leastHeight?: bigint) => Answer | Promise<Answer>
  /** What the service stands at: the block for error answers, the tag for clients that have the answer already. */
  readonly head: (leastHeight?: bigint) => Head | Promise<Head>
  /** As Fastify takes it; without it nothing is logged. */
  readonly logger?: FastifyServerOptions['logger']
  /** Origins whose pages may read the answers; any when absent. */
  readonly allowedOrigins?: AllowedOrigins
  /** Folder of the built reference site, served under `/`; without it there is only the API. */
  readonly site?: string | undefined
  /** Throws a Problem while the service should be sent no requests; without it, `/ready` is a matter of the head. */
  readonly ready?: () => void | Promise<void>
  /** Told of every request and how it ended. */
  readonly watchers?: readonly RequestWatcher[]
}

/**
 * The HTTP front of the service: the contract's operations as routes, `GET /health`, `GET /ready`, and the contract's
 * error body for everything else. `close()` stops listening and lets the requests under way finish.
 */
export function createHttp(options: HttpOptions): FastifyInstance {
  const { operations, answer, head, logger = false, allowedOrigins = '*', site, watchers = [] } = options
  const { ready = async () => void (await head()) } = options

  const app = fastify({
    logger,
    // Lines of requests are written by a watcher.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    // A request that was sent before its client could know that the service closes is answered all the same.
    return503OnClosing: false,
    ...overloadServerOptions(options, { ServerResponse: AsciiResponse }),
    clientErrorHandler: answerClientError,
    frameworkErrors: (_, request, reply) => {
      // Only a path that cannot be decoded gets here, before any route and hook.
      watched(reply)
      const description = `has a malformed percent escape, got ${quoted(request.url)}`
      reply.headers(corsHeaders(allowedOrigins, request.headers.origin)).header('x-request-id', request.id)
      void refuse(reply, badRequest([{ field: 'path', description }]), head)
    },
    routerOptions: {
      // The contract's patterns bound the values, with a message; the header limit bounds the rest.
      maxParamLength: 64 * 1024,
      // Parameters are read by readParameters, which must see the text as it came.
      querystringParser: text => ({ text }),
    },
  })

  // Nothing here reads a body: whatever comes along with a wrong method is left unread.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)

  queueRequests(app, allowedOrigins, options)
  drainOnClose(app)
  nameRequests(app)
  watchRequests(app, logsRequests(app.log) ? [...watchers, logRequests] : watchers)
  allowBrowsers(app, allowedOrigins)
  limitClients(app, options)
  app.setErrorHandler<FastifyError>((error, _, reply) => refuse(reply, error, head))
  if (site !== undefined) serveSite(app, site)
  app.setNotFoundHandler((request, reply) => {
    if (site !== undefined && asksForPage(request)) return sendNoSuchPage(reply)
    throw pathNotFound(request.url.split('?', 1)[0] ?? '', operations)
  })

  const recent = new RecentAnswers()
  for (const operation of operations) {
    app.route({
      method: operation.method,
      url: routeUrl(operation.path),
      config: { operation: operation.operationId },
      handler: (request, reply) => {
        const least = leastHeight(request.headers['x-min-block-height'])
        const read = () => {
          const { text } = request.query as { text: string }
          return readParameters(operation, request.params as Record<string, string>, text)
        }
        const renew = (query: Query) =>
          whenThere(answer(operation, query, least), fresh => {
            recent.add(request.url, fresh)
            sendAnswer(reply, fresh)
          })
        const kept = recent.of(request.url)
        // The parameters of what was answered are known to be valid.
        const query = kept ? undefined : read()
        if (query && request.headers['if-none-match'] === undefined) return renew(query)
        return whenThere(head(least), known => {
          if (kept && kept.etag === known.etag) sendAnswer(reply, kept)
          else if (!sendUnchanged(reply, known)) return renew(query ?? read())
        })
      },
    })
  }
  app.get('/health', (_, reply) => sendJson(reply, '{"status":"ok"}'))
  app.get('/ready', async (_, reply) => {
    await ready()
    return sendJson(reply, '{"status":"ready"}')
  })
  for (const path of new Set([...operations.map(operation => operation.path), '/health', '/ready'])) {
    refuseOtherMethods(app, path)
  }
  return app
}

/**
 * Goes on with a value as soon as it is there. SQLite gives it at once; a promise, and the turns until it is looked at,
 * would be a twentieth of what an order costs.
 */
function whenThere<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** The block that the answer must be as of at least, as the client has seen it already; undefined when any will do. */
function leastHeight(header: string | string[] | undefined): bigint | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^\d{1,19}$/.test(header)) return BigInt(header)
  const description = `must be a block height, got ${quoted(String(header))}`
  throw badRequest([{ field: 'X-Min-Block-Height', description }])
}

/** A path template of the contract as the router writes it. */
function routeUrl(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ':$1')
}

/** Registers every method that a path does not have, each answered 405: unlike a 404, that says what is allowed. */
function refuseOtherMethods(app: FastifyInstance, path: string): void {
  const url = routeUrl(path)
  const allowed = app.supportedMethods.filter(method => app.hasRoute({ method, url }))
  const refuseMethod = async ({ method }: FastifyRequest) => {
    throw methodNotAllowed(method, path, allowed.join(', '))
  }
  const method = app.supportedMethods.filter(other => !allowed.includes(other))
  // Already as a hook, to come before Fastify finds fault with a body that nobody reads.
  app.route({ method, url, onRequest: refuseMethod, handler: refuseMethod })
}

function pathNotFound(path: string, operations: readonly Operation[]): Problem {
  const meant = nearest(
    path,
    operations.map(operation => operation.path),
  )
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`
  return notFound('PATH_NOT_FOUND', `There is no ${quoted(path)}${hint}`, { path: path.slice(0, 200) })
}

/** Sends the error answer for whatever was thrown, and logs it: in full only when it is the service's own fault. */
async function refuse(
  reply: FastifyReply,
  error: FastifyError | Problem,
  head: HttpOptions['head'],
): Promise<FastifyReply> {
  const { log, id } = reply.request
  const problem = problemOf(error, id)
  if (problem === error || problem.status < 500) log.info({ status: problem.status }, problem.message)
  else log.error({ err: error }, problem.message)
  // Who asks too much is not worth another question to the database.
  const isUnasked = problem.status === 503 || problem.status === 429
  const block = problem.asOf ?? (isUnasked ? undefined : await blockOf(head, reply))
  return sendProblem(reply, problem, block)
}

function problemOf(error: FastifyError | Problem, requestId: string): Problem {
  if (error instanceof Problem) return error
  const { statusCode = 500, code = '' } = error
  // Fastify's own refusals, such as a content type that cannot be read; all else unexpected is our fault.
  if (code.startsWith('FST_') && statusCode < 500) return protocolError(statusCode, code, error.message)
  return internal(requestId)
}

/** The block for an error answer, which must go out even when the block cannot be read. */
async function blockOf(head: HttpOptions['head'], reply: FastifyReply): Promise<Block | undefined> {
  try {
    return await head()
  } catch (err) {
    reply.log.error({ err }, 'The current block cannot be read')
    return undefined
  }
}
