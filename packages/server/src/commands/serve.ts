import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { type Serving, serve, serveWorkers } from '../serve.ts'
import { siteFolder } from '../site.ts'
import { redacted } from '../store/database-url.ts'
import { anyDatabase, gathered, type ListenOptions, listenOptions } from './options.ts'
import { choosePort, isSubstitute } from './port.ts'

export function serveCommand(): Command {
  const command = new Command('serve')
    .description('Serves the nine operations from a database that `ingest` fills.')
    .addOption(anyDatabase('network.sqlite'))
    .option(
      '--replica <url>',
      'a PostgreSQL standby that takes reads off the database; can be repeated',
      gathered,
    )
    .action(async ({ replica, ...options }: ListenOptions & { database: string; replica?: string[] }) => {
      const serving = await listen({ ...options, ...(replica && { replicas: replica }) })
      const interrupted = untilInterrupted(serving)
      process.stdout.write(`Serving ${redacted(options.database)} at ${serving.url}\n`)
      await interrupted
    })
  for (const option of listenOptions) command.addOption(option)
  return command
}

/** Starts serving as the options say. */
export async function listen({
  database,
  replicas = [],
  host,
  port: asked,
  workers,
  log,
  docs,
  ...overload
}: ListenOptions & { database: string; replicas?: readonly string[] }): Promise<Serving> {
  const port = await choosePort(host, asked)
  if (isSubstitute(port, asked)) process.stdout.write(`Port 8080 is taken, so this is port ${port}.\n`)
  const options = { database, replicas, host, port, log, site: siteFolder(docs), ...overload }
  if (workers === 1) return serve(options)
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return serveWorkers(fileURLToPath(new URL(`../worker.${extension}`, import.meta.url)), options, workers)
}

/** Serves until Ctrl-C or a request to end, then finishes what is under way. A second Ctrl-C does not wait. */
export async function untilInterrupted(serving: Serving): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  process.once('SIGINT', resolve)
  process.once('SIGTERM', resolve)
  await promise
  process.once('SIGINT', () => process.exit(130))
  await serving.close()
}
