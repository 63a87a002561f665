import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isPreflight } from '../responses/cors.ts'
import { unavailable } from '../responses/problem.ts'
import { type Refusal, refusalOf, refusalOfHead } from '../responses/refusal.ts'
import { type Answering, EXCHANGE, type Exchange } from './account.ts'
import { Accounts } from './accounts.ts'
import { clientsBehind } from './clients.ts'
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts'
import { Connections } from './connections.ts'
import { countRequest, type RateLimit } from './rate-limit.ts'
import { RequestQueue } from './request-queue.ts'

export interface OverloadOptions {
  /** Maximum wait of a request in milliseconds; beyond it 503. Without it there is no limit. */
  readonly maxDelay?: number | undefined
  /** Rate limit of each client address; beyond it 429. */
  readonly rateLimit?: RateLimit | undefined
  /** Trusted proxies, as addresses and networks. The service reads their `X-Forwarded-For`. */
  readonly trustProxy?: readonly string[] | undefined
  readonly limits?: Partial<ConnectionLimits> | undefined
}

/** Interval of the log line with the number of refusals; milliseconds. */
const INTERVAL = 1_000
/** Requests for these paths come before the other requests of their client. */
const PROBES: ReadonlySet<string> = new Set(['/health', '/ready'])

/** What all requests of a service share: the accounts of its clients, and the queue. */
export class Overload {
  #warn = (_message: string): void => undefined
  readonly accounts: Accounts
  readonly connections: Connections
  readonly limits: ConnectionLimits
  readonly queue = new RequestQueue()
  readonly #options: OverloadOptions
  /** Different delays, so that the retries do not arrive together. */
  readonly #tooLate = [1, 2, 3].map(seconds => refusalOf(unavailable(seconds)))

  constructor(options: OverloadOptions = {}) {
    this.#options = options
    const clientOf = clientsBehind(options.trustProxy, message => this.#warn(message))
    this.accounts = new Accounts(clientOf)
    this.limits = { ...CONNECTION_LIMITS, ...options.limits }
    this.connections = new Connections(this.accounts, this.limits)
  }

  /**
   * Puts the queue in front of the current request listeners, and refuses requests with an invalid head. Listeners that
   * are added later see all requests, refused ones too. In-process requests (`inject`) skip the queue.
   */
  protect(app: FastifyInstance): void {
    const { connections, queue } = this
    const { server } = app
    this.#warn = message => app.log.warn(message)
    const listeners = server.listeners('request') as RequestListener[]
    server.removeAllListeners('request')
    const { refused } = this.accounts
    let told = 0
    const tell = setInterval(() => {
      const count = refused.queue - told
      told = refused.queue
      if (count > 0) app.log.warn({ refused: count }, 'Overloaded: requests were refused with 503')
    }, INTERVAL).unref()
    app.addHook('onClose', async () => clearInterval(tell))
    server.on('connection', socket => {
      connections.connect(socket)
      queue.accepted()
    })
    server.on('request', (request, response) => {
      connections.begin(request, response, exchange => {
        // Closes the connection, like other responses do while the service shuts down, which waits for open connections.
        if (!server.listening) response.setHeader('connection', 'close')
        const isProbe = PROBES.has(request.url?.split('?', 1)[0] ?? '')
        const refusal = this.#refusalOf(exchange, isProbe)
        const answer = () => {
          // The rest of a body would take time until its end, for nobody.
          if (!request.complete) response.setHeader('connection', 'close')
          for (const listener of refusal ? [refusal] : listeners) listener(request, response)
        }
        if (refusal) queue.refuse(answer)
        else if (isProbe) queue.step(exchange.account, answer)
        else this.#start(exchange, answer)
      })
    })
    // An unknown expectation. Without this listener Node responds itself.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  }

  /** Counts the bytes of responses. The hook sees what the hooks before it have made. */
  countResponses(app: FastifyInstance): void {
    app.addHook('onSend', (_, { raw }, payload, done) => {
      if (payload === undefined || payload === null) this.connections.answered(raw, 0)
      else if (typeof payload === 'string' || Buffer.isBuffer(payload))
        this.connections.answered(raw, Buffer.byteLength(payload))
      // What cannot be counted is not sent: its client could keep any number of them.
      else return done(new Error('a response is neither text nor bytes'))
      done(null, payload)
    })
  }

  /** The turns of the client of a request, for a response in steps. There are none after it has disconnected. */
  turnsOf(request: IncomingMessage, { [EXCHANGE]: exchange }: Answering) {
    const account = exchange?.account ?? this.accounts.of(request)
    return this.queue.turnsOf(account, exchange?.place, request.socket)
  }

  #start(exchange: Exchange, answer: () => void): void {
    const { account, request, response } = exchange
    this.queue.start(account, {
      run: place => {
        exchange.place = place
        // A client that has disconnected needs no response.
        if (request.socket.destroyed) place.end()
        else answer()
      },
      latest: performance.now() + (this.#options.maxDelay ?? Infinity),
      refuse: () => {
        const { refused } = this.accounts
        refused.queue += 1
        this.#tooLate[refused.queue % this.#tooLate.length]?.(request, response)
      },
    })
  }

  #refusalOf(exchange: Exchange, isProbe: boolean): Refusal | undefined {
    const { rateLimit } = this.#options
    // No script can read a refused preflight. It reads nothing, and its time is charged.
    const tooMany = rateLimit && !isPreflight(exchange.request) && countRequest(exchange, isProbe, rateLimit)
    if (tooMany) this.accounts.refused.rate += 1
    return tooMany || refusalOfHead(exchange.request)
  }
}
