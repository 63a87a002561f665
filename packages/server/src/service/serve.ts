import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createHttp } from '../http/app.ts'
import { loggerOptions } from '../http/log.ts'
import { type Metrics, ServiceMetrics } from '../metrics/service.ts'
import { WorkerMetrics } from '../metrics/workers.ts'
import { openDatabases } from '../network/databases.ts'
import { operations } from '../network/open-network.ts'
import { Readiness } from '../network/readiness.ts'
import { waitForDatabases } from '../network/waiting.ts'
import { BACKLOG } from '../overload/connection-limits.ts'
import type { OverloadOptions } from '../overload/limits.ts'

export interface ServeOptions extends OverloadOptions {
  /** Path of an SQLite file or URL of a PostgreSQL database. */
  readonly database: string
  /** URLs of PostgreSQL standbys that stream from it. */
  readonly replicas?: readonly string[]
  readonly host: string
  readonly port: number
  /** Level of the log lines; `silent` for none. */
  readonly log: string
  /** Folder of the built reference site, to be served under `/`. */
  readonly site?: string | undefined
  /** Whether to count and time requests. */
  readonly measured?: boolean
  /** The service is not ready while its last block is further than this from the clock; milliseconds. */
  readonly maxAge?: number | undefined
  /** How long `close()` goes on serving, no longer ready, before it stops listening; milliseconds. */
  readonly drainDelay?: number
  /** Listens before there is a database, and is ready when there is one. Otherwise a missing one is refused. */
  readonly wait?: boolean
  /** Whether other processes of this service listen on the port as well. */
  readonly shared?: boolean
}

/** A server that answers requests. */
export interface Serving {
  /** The address without a trailing slash, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /** Present when it is measured. */
  readonly metrics?: Metrics
  /** Stops taking connections, finishes the requests under way, closes the database. */
  close(): Promise<void>
}

/** A server in this process. */
export interface LocalServing extends Serving {
  readonly metrics?: ServiceMetrics
}

/**
 * Whether several processes can listen on a port, and the system spreads connections over them. Elsewhere the primary
 * process takes the connections and hands them on: a client that is handed to a dying worker waits for ever.
 */
const PORTS_ARE_SHARED = process.platform === 'linux'

/** Serves a database from this process. Port 0 takes any free port. */
export async function serve({
  database,
  replicas = [],
  host,
  port,
  log,
  site,
  measured,
  maxAge,
  drainDelay = 0,
  wait,
  shared = false,
  ...overload
}: ServeOptions): Promise<LocalServing> {
  let warn = (message: string): void => void process.stderr.write(`warning: ${message}\n`)
  const { maxDelay } = overload
  const databases = { database, replicas, maxDelay, warn: (message: string) => warn(message) }
  const network = wait ? waitForDatabases(databases) : await openDatabases(databases)
  const onFailure = (err: unknown) => app.log.error({ err }, 'The database cannot be read')
  const readiness = new Readiness(network, { maxAge, onFailure })
  const metrics = measured ? new ServiceMetrics(network, readiness) : undefined
  const app = createHttp({
    operations,
    answer: network.answer,
    head: network.head,
    site,
    logger: loggerOptions(log),
    ready: () => readiness.check(),
    watchers: metrics ? [metrics.watcher] : [],
    ...overload,
  })
  warn = message => app.log.warn(message)
  try {
    // Fastify passes on what its types do not know.
    const address = { host, port, backlog: BACKLOG, reusePort: shared && PORTS_ARE_SHARED }
    const url = await app.listen(address)
    return {
      url,
      ...(metrics && { metrics }),
      close: async () => {
        readiness.end()
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

/** What a worker says once it takes requests. */
export const LISTENING = 'listening'

/** A worker that dies this often within a minute is not started again. */
const MAX_RESTARTS = 5

/** Serves from several processes that share the port; a process that dies is replaced. */
export async function serveWorkers(script: string, options: ServeOptions, workers: number): Promise<Serving> {
  // A database that cannot be used is refused once, here, and not by one worker after the other.
  if (!options.wait) await (await openDatabases(options)).close()
  cluster.setupPrimary({ exec: script, args: [] })
  const metrics = new WorkerMetrics()
  const running = new Set<Worker>()
  const listening = new Set<Worker>()
  const { promise: allListen, resolve } = Promise.withResolvers<void>()
  const deaths: number[] = []
  let closing = false

  const start = (): void => {
    const worker = cluster.fork({ TRADING_NETWORK_WORKER: JSON.stringify({ ...options, shared: true }) })
    running.add(worker)
    metrics.add(worker)
    worker.on('message', message => {
      if (message === LISTENING) listening.add(worker)
      if (listening.size === workers) resolve()
    })
    worker.once('exit', code => {
      running.delete(worker)
      listening.delete(worker)
      if (closing) return
      const now = performance.now()
      deaths.push(now)
      if (deaths.filter(time => now - time < 60_000).length > MAX_RESTARTS) {
        process.stderr.write(`error: worker processes keep dying (exit code ${code}); giving up\n`)
        process.exit(1)
      }
      start()
    })
  }

  for (let number = 0; number < workers; number += 1) start()
  await allListen
  return {
    url: `http://${options.host}:${options.port}`,
    ...(options.measured && { metrics }),
    close: async () => {
      closing = true
      const exits = [...running].map(worker => once(worker, 'exit'))
      for (const worker of running) worker.process.kill('SIGTERM')
      await Promise.all(exits)
    },
  }
}
