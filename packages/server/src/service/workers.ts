import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { openDatabases } from '../network/open-network.ts'
import { standardError } from '../standard-error.ts'
import { type ServeOptions, type Serving, warnAtStart } from './serve.ts'

/** What a worker tells its parent: that it listens, or that it is alive. */
export interface FromWorker {
  readonly url?: string
  readonly alive?: true
}

/** Maximum number of restarts within a minute, for each worker. */
const MAX_RESTARTS = 5
/** Interval of the questions whether a worker is alive; milliseconds. */
const ASK_MS = 1_000
/** Time without an answer after which a worker is replaced. The dearest response takes far less. Milliseconds. */
const SILENT_MS = 10_000
/** The same before it listens: it opens the database, which may be on a slow disk. */
const SILENT_AT_START_MS = 120_000
/** The same at the end of the service, which does not wait for a worker that hangs. */
const SILENT_AT_END_MS = 3_000

/**
 * Limits the space of new objects of each worker, in MB. A flood of responses lets it grow otherwise: 300 to 400 MB of memory
 * instead of 250, for the same CPU time.
 */
const YOUNG_GENERATION = '--max-semi-space-size=16'

/** Serves from several processes that share the port. A process that dies, or does not answer, is replaced. */
export async function serveWorkers(script: string, options: ServeOptions, workers: number): Promise<Serving> {
  // Reports an unusable database once, here, and not once per worker.
  await (await openDatabases({ ...options, warn: warnAtStart })).close()
  // All accept from an inherited socket themselves. By default the primary process would.
  if (options.socket !== undefined) cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: script, args: [], execArgv: [...process.execArgv, YOUNG_GENERATION] })
  /** The running workers, and when each has answered last, on the clock of `performance.now()`. */
  const running = new Map<Worker, number>()
  const listening = new Set<Worker>()
  const { promise: allListen, resolve } = Promise.withResolvers<string>()
  const deaths: number[] = []
  let closing = false

  const start = (): void => {
    const worker = cluster.fork({ TRADING_NETWORK_WORKER: JSON.stringify({ ...options, shared: true }) })
    running.set(worker, performance.now())
    worker.on('message', ({ url }: FromWorker) => {
      running.set(worker, performance.now())
      if (url === undefined) return
      listening.add(worker)
      if (listening.size === workers) resolve(url)
    })
    worker.once('exit', (code, signal) => {
      running.delete(worker)
      listening.delete(worker)
      if (closing) return
      const now = performance.now()
      deaths.push(now)
      if (deaths.filter(time => now - time < 60_000).length > MAX_RESTARTS * workers) {
        standardError.write(
          `error: worker processes keep dying (the last one of ${signal ?? `exit code ${code}`}); giving up\n`,
        )
        process.exit(1)
      }
      start()
    })
  }

  const patience = (worker: Worker) => {
    if (closing) return SILENT_AT_END_MS
    return listening.has(worker) ? SILENT_MS : SILENT_AT_START_MS
  }
  let asked = performance.now()
  const ask = (): void => {
    const now = performance.now()
    // This process may have been stopped itself, with all of its workers.
    const isAwake = now - asked < 3 * ASK_MS
    asked = now
    for (const [worker, answered] of running) {
      if (!isAwake) running.set(worker, now)
      else if (now - answered > patience(worker)) {
        standardError.write(`warning: worker ${worker.process.pid} does not answer; it is replaced\n`)
        worker.process.kill('SIGKILL')
      } else if (worker.isConnected()) worker.send('alive?', () => undefined)
    }
  }
  const asking = setInterval(ask, ASK_MS)
  for (let number = 0; number < workers; number += 1) start()
  // Each metric defines how to combine the values of two workers.
  const metrics = options.measured && new (await import('prom-client')).AggregatorRegistry()
  return {
    url: await allListen,
    ...(metrics && { metrics: { text: () => metrics.clusterMetrics() } }),
    close: async () => {
      closing = true
      const exits = [...running.keys()].map(worker => once(worker, 'exit'))
      for (const worker of running.keys()) worker.process.kill('SIGTERM')
      await Promise.all(exits)
      clearInterval(asking)
    },
  }
}
