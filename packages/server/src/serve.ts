import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createHttp } from './http.ts'
import { operations } from './network.ts'
import { BACKLOG } from './overload/connection-limits.ts'
import type { OverloadOptions } from './overload/overload.ts'
import { openDatabases } from './postgres-network.ts'

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
}

/** A server that answers requests. */
export interface Serving {
  /** The address without a trailing slash, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /** Stops taking connections, finishes the requests under way, closes the database. */
  close(): Promise<void>
}

/** Serves a database from this process. Port 0 takes any free port. */
export async function serve({
  database,
  replicas = [],
  host,
  port,
  log,
  site,
  ...overload
}: ServeOptions): Promise<Serving> {
  let warn = (message: string): void => void process.stderr.write(`warning: ${message}\n`)
  const { maxDelay } = overload
  const network = await openDatabases({ database, replicas, maxDelay, warn: message => warn(message) })
  const app = createHttp({
    operations,
    answer: network.answer,
    head: network.head,
    site,
    logger: log === 'silent' ? false : { level: log },
    ...overload,
  })
  warn = message => app.log.warn(message)
  try {
    const url = await app.listen({ host, port, backlog: BACKLOG })
    return {
      url,
      close: async () => {
        await app.close()
        await network.close()
      },
    }
  } catch (error) {
    await network.close()
    throw error
  }
}

/** A worker that dies this often within a minute is not started again. */
const MOST_RESTARTS = 5

/** Serves from several processes that share the port; a process that dies is replaced. */
export async function serveWorkers(script: string, options: ServeOptions, workers: number): Promise<Serving> {
  // A database that cannot be used is refused once, here, and not by one worker after the other.
  await (await openDatabases(options)).close()
  cluster.setupPrimary({ exec: script, args: [] })
  const running = new Set<Worker>()
  const deaths: number[] = []
  let closing = false

  const start = (): Worker => {
    const worker = cluster.fork({ TRADING_NETWORK_WORKER: JSON.stringify(options) })
    running.add(worker)
    worker.once('exit', code => {
      running.delete(worker)
      if (closing) return
      const now = Date.now()
      deaths.push(now)
      if (deaths.filter(time => now - time < 60_000).length > MOST_RESTARTS) {
        process.stderr.write(`error: worker processes keep dying (exit code ${code}); giving up\n`)
        process.exit(1)
      }
      start()
    })
    return worker
  }

  await Promise.all(Array.from({ length: workers }, () => once(start(), 'listening')))
  return {
    url: `http://${options.host}:${options.port}`,
    close: async () => {
      closing = true
      const exits = [...running].map(worker => once(worker, 'exit'))
      for (const worker of running) worker.process.kill('SIGTERM')
      await Promise.all(exits)
    },
  }
}
