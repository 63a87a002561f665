import { setTimeout as delay } from 'node:timers/promises'
import { createHttp, type HttpOptions } from '../http/app.ts'
import { loggerOptions } from '../http/log.ts'
import { type WaitingOptions, WaitingRequests } from '../http/waiting-requests.ts'
import type { Metrics } from '../metrics/service.ts'
import { type Databases, openDatabases, operations } from '../network/open-network.ts'
import { Readiness } from '../network/readiness.ts'
import { BACKLOG } from '../overload/connection-limits.ts'
import { Overload, type OverloadOptions } from '../overload/protect-service.ts'
import { standardError } from '../standard-error.ts'

export interface ServeOptions
  extends OverloadOptions,
    Partial<Pick<WaitingOptions, 'maxWait' | 'maxWaiting'>>,
    Omit<Databases, 'maxDelay' | 'warn'>,
    Pick<HttpOptions, 'site'> {
  readonly host: string
  readonly port: number
  /** File descriptor of an open socket to listen on, in place of host and port. */
  readonly socket?: number | undefined
  /** Log level; `silent` for none. */
  readonly log: string
  /** True to count and time requests. */
  readonly measured?: boolean
  /** Maximum difference between the last block and the clock while the service is ready; milliseconds. */
  readonly maxAge?: number | undefined
  /** Time that `close()` keeps serving, not ready, before it stops listening; milliseconds. */
  readonly drainDelay?: number
  /** True if other processes of this service listen on the same port. */
  readonly shared?: boolean
}

export interface Serving {
  /** The address without a trailing slash, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /** Present when requests are measured. */
  readonly metrics?: Metrics
  /** Stops accepting connections, finishes the requests in progress, closes the database. */
  close(): Promise<void>
}

export function warnAtStart(message: string): void {
  standardError.write(`warning: ${message}\n`)
}

/**
 * True if several processes can listen on one port, and the system spreads connections over them. Elsewhere the
 * primary process accepts connections and passes them on, and a client on a dying worker waits forever.
 */
const PORTS_ARE_SHARED = process.platform === 'linux'

/** Serves a database from this process. Port 0 takes any free port. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { host, port, socket, maxAge, drainDelay = 0, shared = false } = options
  let warn = warnAtStart
  const network = await openDatabases({ ...options, warn: message => warn(message) })
  const onFailure = (err: unknown) => app.log.error({ err }, 'The database cannot be read')
  const readiness = new Readiness(network, { maxAge, onFailure })
  const overload = new Overload(options)
  const waiting = new WaitingRequests(network, { ...options, overload })
  // The library for metrics takes a tenth of the time of a start.
  const metrics = options.measured ? await import('../metrics/service.ts') : undefined
  const measured = metrics?.serviceMetrics(network, readiness, waiting, shared)
  const app = createHttp({
    ...options,
    operations,
    answer: network.answer,
    head: network.head,
    waiting,
    logger: loggerOptions(options.log),
    ready: () => readiness.check(),
    observers: measured ? [measured.observer] : [],
  })
  warn = message => app.log.warn(message)
  try {
    // Fastify passes on options that are missing in its types.
    const address =
      socket === undefined
        ? { host, port, backlog: BACKLOG, reusePort: shared && PORTS_ARE_SHARED }
        : { host, fd: socket, backlog: BACKLOG }
    const url = await app.listen(address)
    return {
      url,
      ...(measured && { metrics: { text: () => measured.registry.metrics() } }),
      close: async () => {
        readiness.end()
        // Requests that wait get their changes until then. A response now would only lead to a further request.
        if (drainDelay > 0) await delay(drainDelay)
        await app.close()
        await network.close()
      },
    }
  } catch (error) {
    await network.close()
    throw error
  }
}
