import type { SqliteWriter } from '../store/sqlite/writer.ts'
import type { IngestOptions, Progress } from './options.ts'
import { RecordError } from './record-error.ts'
import { type Run, startRun } from './run.ts'
import { type Source, SourceError } from './source.ts'

export type { IngestOptions, Progress } from './options.ts'

/**
 * Reads events from a source into a database, whole blocks at a time, and resumes at the database's checkpoint.
 *
 * @throws RecordError for a record that is not an event, and for events out of order, after storing all whole blocks
 *   before it
 * @throws SourceError for a source that breaks off, after storing all whole blocks before that
 */
export async function ingest(
  source: Source,
  writer: SqliteWriter,
  options: IngestOptions = {},
): Promise<Progress> {
  const run = startRun(source.name, writer, options)
  try {
    await readAll(source, run, options)
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof RecordError)) throw error
    const progress = run.finish()
    // The signal also ends a source that waits for more input.
    if (!(error instanceof SourceError && options.signal?.aborted)) throw error
    return progress
  }
  return run.finish()
}

async function readAll(source: Source, run: Run, { signal, onRead }: IngestOptions): Promise<void> {
  const records = source.records(run.storedPlace)[Symbol.asyncIterator]()
  let isWaiting = false
  try {
    while (!signal?.aborted) {
      isWaiting = true
      const arriving = records.next()
      if (source.isLive) await run.commitUnless(arriving)
      const next = await arriving
      isWaiting = false
      if (next.done) {
        if (!signal?.aborted) for (const block of run.end()) await run.take(block)
        return
      }
      for (const record of next.value) {
        for (const block of run.read(record)) run.take(block)
      }
      onRead?.(run.progress)
    }
  } finally {
    const ended = records.return?.()
    // A waiting source ends with its next records, or with its signal.
    if (isWaiting) ended?.catch(() => undefined)
    else await ended
  }
}
