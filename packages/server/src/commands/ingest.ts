import { Command } from 'commander'
import { ingest, type Progress } from '../ingest/ingest.ts'
import { openSource } from '../ingest/lines.ts'
import { createDatabase } from '../store/database-file.ts'
import { SqliteWriter } from '../store/sqlite-writer.ts'
import { databaseOption } from './options.ts'
import { count, duration, ProgressReport } from './progress.ts'

export function ingestCommand(): Command {
  return new Command('ingest')
    .description(
      'Reads network events into a database, whole blocks at a time, from where the database stands.',
    )
    .argument('<file>', 'one protobuf-JSON event per line, plain or gzip; - reads standard input')
    .addOption(databaseOption('network.sqlite'))
    .action(async (file: string, { database }: { database: string }) => {
      const started = performance.now()
      const { progress, stopped } = await ingestFile(file, database)
      process.stdout.write(`${summary(progress, (performance.now() - started) / 1000)}\n`)
      if (stopped) process.stdout.write('Stopped. Run the same command again to go on from here.\n')
    })
}

/** Ingests a file with progress shown; Ctrl-C stops after the block at hand. */
async function ingestFile(file: string, database: string): Promise<{ progress: Progress; stopped: boolean }> {
  const stop = new AbortController()
  const source = await openSource(file, stop.signal)
  const writer = new SqliteWriter(createDatabase(database))
  const report = new ProgressReport(source)
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const progress = await ingest(source, writer, {
      signal: stop.signal,
      onCommit: now => report.update(now),
    })
    return { progress, stopped: stop.signal.aborted }
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    report.end()
    writer.close()
  }
}

function summary(
  { blocks, skipped, events, others, checkpoint, unfinished }: Progress,
  seconds: number,
): string {
  const other = [...others.values()].reduce((sum, number) => sum + number, 0)
  const known =
    checkpoint.height < 0n ? 'The database is empty.' : `The database stands at block ${checkpoint.height}.`
  return [
    `Stored ${count(blocks)} blocks with ${count(events)} events in ${duration(seconds)}. ${known}`,
    ...(skipped > 0 ? [`${count(skipped)} blocks were stored already.`] : []),
    ...(other > 0
      ? [`${count(other)} events of ${others.size} other types feed no record and were left out.`]
      : []),
    ...(unfinished === undefined ? [] : [`Block ${unfinished} has no end and was left out.`]),
  ].join('\n')
}
