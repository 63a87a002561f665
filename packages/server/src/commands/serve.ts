import { fileURLToPath } from 'node:url'
import { type Command, Option } from 'commander'
import { siteFolder } from '../http/site-folder.ts'
import type { Address } from '../metrics/endpoint.ts'
import type { Serving } from '../service/serve.ts'
import { redacted } from '../store/database-url.ts'
import { CONNECTIONS } from '../store/postgres/reader.ts'
import { listenPlace } from './address.ts'
import { OperatorCommand } from './environment.ts'
import { databaseName, wholeNumber } from './option-values.ts'
import {
  announceMetrics,
  type ListenOptions,
  listenOptions,
  metricsOption,
  readinessOptions,
} from './options.ts'

export function serveCommand(): Command {
  const command = new OperatorCommand('serve')
    .description(
      'Serves the nine operations from the file that `ingest` fills, or from its mirror in PostgreSQL.',
    )
    .addOption(
      new Option(
        '-d, --database <path or url>',
        'an SQLite file, or postgres://... of a mirror or its standby',
      )
        .default('network.sqlite')
        .argParser(databaseName),
    )
    .addOption(
      new Option('--connections <number>', 'connections of each process to PostgreSQL')
        .default(CONNECTIONS)
        .argParser(wholeNumber(1, 1000)),
    )
    .action(async ({ metrics: at, ...options }: ListenOptions & { readonly metrics?: Address }) => {
      const serving = await listen({ ...options, measured: at !== undefined })
      if (at && serving.metrics) {
        await announceMetrics(at, serving.metrics).catch(async error => {
          await serving.close()
          throw error
        })
      }
      const interrupted = untilInterrupted(serving)
      process.stdout.write(`Serving ${redacted(options.database)} at ${serving.url}\n`)
      await interrupted
    })
  for (const option of [...listenOptions, ...readinessOptions, metricsOption]) command.addOption(option)
  return command
}

export async function listen(
  { workers, docs, ...rest }: ListenOptions,
  place = listenPlace(rest.host, rest.port),
): Promise<Serving> {
  const options = { ...rest, ...(await place), site: siteFolder(docs) }
  // Fastify takes longer to load than everything else, and a start that fails before does not need it.
  if (workers === 1) return (await import('../service/serve.ts')).serve(options)
  const { serveWorkers } = await import('../service/workers.ts')
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return serveWorkers(
    fileURLToPath(new URL(`../service/worker.${extension}`, import.meta.url)),
    options,
    workers,
  )
}

/** Serves until Ctrl-C or a signal, then finishes the requests in progress. A second signal ends at once. */
export async function untilInterrupted(serving: Serving): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = () => {
    for (const [signal, code] of ENDINGS) process.off(signal, first).once(signal, () => process.exit(code))
    resolve()
  }
  for (const [signal] of ENDINGS) process.once(signal, first)
  await promise
  await serving.close()
}

/** The signals that end a service, with the exit code of a process that they kill. */
const ENDINGS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const
