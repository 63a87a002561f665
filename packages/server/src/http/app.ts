import { fail } from 'node:assert'
import { METHODS } from 'node:http'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { Overload, type OverloadOptions } from '../overload/protect-service.ts'
import { CONTRACT_VERSION } from '../responses/contract-version.ts'
import { CORS_HEADERS, isPreflight, sendPreflight } from '../responses/cors.ts'
import { badRequest, quoted } from '../responses/problem.ts'
import { refuseUnreadable } from '../responses/refusal.ts'
import { sendJson } from '../responses/reply.ts'
import { requestIdOf } from '../responses/request-id.ts'
import { drainOnClose } from './closing-connections.ts'
import { serveContract } from './contract-documents.ts'
import { refuse, refuseOtherMethods } from './error-responses.ts'
import { logRequests, logsRequests } from './log.ts'
import { observed, observeRequests, type RequestObserver } from './observe-requests.ts'
import { GET_AND_HEAD, type OperationOptions, routeOperations } from './operation-routes.ts'
import { asksForPage, FORBIDDEN_PATH, sendNoSuchPage, serveSite } from './site.ts'
import { pathNotFound } from './unknown-path.ts'

export interface HttpOptions extends OverloadOptions, OperationOptions {
  /** Fastify's logger option; without it nothing is logged. */
  readonly logger?: FastifyServerOptions['logger']
  /** Folder of the built reference site, served under `/`; without it there is only the API. */
  readonly site?: string | undefined
  /**
   * Returns further fields for the body of `/ready`. Throws a Problem while the service is not ready for requests.
   * Without it, `/ready` checks the head only.
   */
  readonly ready?: () => Promise<object | undefined>
  /** What all requests share. Without it, that of `waiting`, or one with the limits of these options. */
  readonly overload?: Overload
  /** Called at the end of each request. */
  readonly observers?: readonly RequestObserver[]
}

/**
 * The HTTP front of the service: the contract's operations as routes, the contract itself, `GET /health`, `GET /ready`,
 * and the contract's error body for everything else. `close()` stops listening and lets the requests under way finish.
 */
export function createHttp(options: HttpOptions): FastifyInstance {
  const { operations, head, waiting, site, observers = [] } = options
  const { ready = async () => void (await head()), overload = waiting?.overload ?? new Overload(options) } =
    options
  const app = newServer(options, overload)
  overload.protect(app)
  drainOnClose(app, overload, () => waiting?.end())
  observeRequests(app, logsRequests(app.log) ? [...observers, logRequests] : observers)
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers({ ...CORS_HEADERS, 'x-request-id': request.id, 'x-contract-version': CONTRACT_VERSION })
    if (isPreflight(request)) sendPreflight(request, reply)
    else next()
  })
  app.setErrorHandler<FastifyError>((error, _, reply) => {
    // A path out of the site's folder is a path to nothing.
    if (error.code === FORBIDDEN_PATH) return reply.callNotFound()
    return refuse(reply, error, head)
  })
  if (site !== undefined) serveSite(app, site, overload)
  overload.countResponses(app)
  app.setNotFoundHandler((request, reply) => {
    if (site !== undefined && asksForPage(request)) return sendNoSuchPage(reply)
    throw pathNotFound(request.url.split('?', 1)[0] ?? '', operations, site !== undefined)
  })
  routeOperations(app, options, overload)
  app.route({
    method: GET_AND_HEAD,
    url: '/health',
    handler: (_, reply) => sendJson(reply, '{"status":"ok"}'),
  })
  app.route({
    method: GET_AND_HEAD,
    url: '/ready',
    handler: async (_, reply) => {
      const fields = await ready()
      return sendJson(reply, JSON.stringify({ status: 'ready', ...fields }))
    },
  })
  const others = [...serveContract(app), '/health', '/ready']
  for (const path of new Set([...operations.map(operation => operation.path), ...others])) {
    refuseOtherMethods(app, path)
  }
  return app
}

function newServer(options: HttpOptions, { connections, limits }: Overload): FastifyInstance {
  const { logger = false, head } = options
  const app = fastify({
    logger,
    // An observer logs the requests.
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would take a twentieth of the time of an order. Lines about a request name it instead.
    childLoggerFactory: log => log,
    genReqId: requestIdOf,
    exposeHeadRoutes: false,
    // Answers a request that its client sent before it could know of the shutdown.
    return503OnClosing: false,
    http: {
      maxHeaderSize: MAX_HEADER,
      // Node's own refusal has no body.
      requireHostHeader: false,
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      connectionsCheckingInterval: limits.checkInterval,
      // Requests without a body need no stream for it: an order takes a tenth less CPU time.
      optimizeEmptyRequests: true,
    },
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionTimeout: limits.stallTimeout,
    trustProxy: options.trustProxy ? [...options.trustProxy] : false,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (_, request, reply) => {
      // Only a path that cannot be decoded reaches this handler, before any route and hook.
      observed(reply)
      const description = `has a malformed percent escape, got ${quoted(request.url)}`
      reply.headers(CORS_HEADERS).header('x-request-id', request.id)
      const problem = badRequest([{ field: 'path', description }])
      // Fastify runs no other hook, either.
      void refuse(reply, problem, head).finally(() => connections.answered(reply.raw, 0))
    },
    // No route has a schema. Fastify would load Ajv for them, a seventh of the time of a start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
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
  return app
}

/** Maximum size of the URL and the headers together, in bytes; beyond it 431. */
const MAX_HEADER = 32 * 1024

const noCompiler = (): never => fail('no route has a schema')
