import { existsSync, renameSync, rmSync } from 'node:fs'
import type { Command } from 'commander'
import { siteFolder } from '../http/site-folder.ts'
import { ingest } from '../ingest/ingest.ts'
import { createDatabase } from '../ingest/open-writer.ts'
import type { Source } from '../ingest/source.ts'
import { DatabaseError } from '../store/database-error.ts'
import { SqliteWriter } from '../store/sqlite/writer.ts'
import { OperatorCommand } from './environment.ts'
import { type ListenOptions, listenOptions } from './options.ts'
import { count, duration, ProgressReport } from './progress.ts'
import { sampleNetwork } from './sample/sample-network.ts'
import { listen, untilInterrupted } from './serve.ts'
import { welcome } from './welcome.ts'

export function demoCommand(): Command {
  const command = new OperatorCommand('demo')
    .description('Serves a sample network, which is made at the first start.')
    .option('-d, --database <path>', 'the SQLite file', 'demo-network.sqlite')
    .action(async (options: ListenOptions) => {
      if (existsSync(options.database)) upgradeSample(options.database)
      else await makeSample(options.database)
      const serving = await listen(options)
      const interrupted = untilInterrupted(serving)
      process.stdout.write(welcome(serving.url, options.database, siteFolder(options.docs) !== undefined))
      await interrupted
      process.stdout.write('Stopped.\n')
    })
  for (const option of listenOptions) command.addOption(option)
  return command
}

/** Brings the sample of an earlier version to this one. */
function upgradeSample(database: string): void {
  try {
    createDatabase(database).close()
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new DatabaseError(`${error.message}. Delete the file, and demo makes a new sample network.`, {
      cause: error,
    })
  }
}

/** Creates the sample under a temporary name and renames it when it is complete, so a killed start leaves no half. */
async function makeSample(database: string): Promise<void> {
  const started = performance.now()
  const making = `${database}.new`
  for (const suffix of ['', '-wal', '-shm']) rmSync(making + suffix, { force: true })
  const report = new ProgressReport(source)
  const writer = new SqliteWriter(createDatabase(making))
  process.stdout.write('Making a sample network: the examples of the contract, and simulated events ...\n')
  const { events } = await ingest(source, writer, { onRead: now => report.update(now) })
  report.end()
  writer.close()
  renameSync(making, database)
  process.stdout.write(
    `Made ${database} from ${count(events)} events in ${duration((performance.now() - started) / 1000)}.\n`,
  )
}

const source: Source = {
  name: 'the sample network',
  bytesRead: () => 0,
  async *records() {
    for (const line of sampleNetwork()) yield [line]
  },
}
