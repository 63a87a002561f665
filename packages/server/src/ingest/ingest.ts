import type { Writer } from '../store/tables/writer.ts'
import type { IngestOptions, Progress } from './options.ts'
import { RecordError } from './record-error.ts'
import { type Run, startRun } from './run.ts'
import { type Source, SourceError, type SourceRecord } from './source.ts'

export type { IngestOptions, Progress } from './options.ts'

/**
 * Reads events from a source into a database, whole blocks at a time, and resumes at the database's checkpoint.
 *
 * @throws RecordError for a record that is not an event, and for events out of order, after storing all whole blocks
 *   before it
 * @throws SourceError for a source that breaks off, after storing all whole blocks before that
 */
export async function ingest(source: Source, writer: Writer, options: IngestOptions = {}): Promise<Progress> {
  const { signal, onRead } = options
  const run = await startRun(source.name, writer, options)
  try {
    for await (const records of untilFailure(source, run)) {
      for (const record of records) {
        for (const block of run.read(record)) {
          const committing = run.take(block)
          if (committing) await committing
        }
      }
      onRead?.(run.progress)
      if (signal?.aborted) return run.finish()
    }
    run.end()
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof RecordError)) throw error
    const progress = await run.finish()
    // The signal also ends a source that waits for more input.
    if (!(error instanceof SourceError && signal?.aborted)) throw error
    return progress
  }
  return run.finish()
}

/** Yields records until a commit fails, even if it fails during a wait for records. */
async function* untilFailure(source: Source, run: Run): AsyncGenerator<SourceRecord[]> {
  const records = source.records(run.storedPlace)[Symbol.asyncIterator]()
  let waits = false
  try {
    for (;;) {
      waits = true
      const arriving = new Promise<IteratorResult<SourceRecord[]>>((resolve, reject) => {
        run.onFailure(reject)
        records.next().then(resolve, reject)
      })
      const next = await (source.isLive ? run.whileWaiting(arriving) : arriving)
      waits = false
      if (next.done) return
      yield next.value
    }
  } finally {
    const ended = records.return?.()
    // A waiting source ends with its next records, or with its signal.
    if (waits) ended?.catch(() => undefined)
    else await ended
  }
}
