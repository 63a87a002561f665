import type { Writer } from '../store/tables/writer.ts'
import { RecordError } from './record-error.ts'
import { type IngestOptions, type Progress, type Run, startRun } from './run.ts'
import { type Source, SourceError } from './source.ts'

export type { IngestOptions, Progress } from './run.ts'

/**
 * Reads events from a source into a database, whole blocks at a time, and resumes at the database's checkpoint.
 *
 * @throws RecordError for a record that is not an event, after storing all whole blocks before it
 * @throws RecordError for an invalid event, after storing all batches before it
 * @throws SourceError for a source that breaks off, after storing all whole blocks before that
 */
export async function ingest(source: Source, writer: Writer, options: IngestOptions = {}): Promise<Progress> {
  const run = await startRun(writer, options)
  return ingestAll(source, run, options)
}

async function ingestAll(source: Source, run: Run, { signal, onRead }: IngestOptions): Promise<Progress> {
  try {
    for await (const records of untilFailure(source.records(run.storedPlace), run)) {
      for (const record of records) {
        for (const block of run.read(record)) {
          const committing = run.take(block)
          if (committing) await committing
        }
      }
      onRead?.(run.progress)
      if (signal?.aborted) break
    }
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
async function* untilFailure<Records>(source: AsyncIterable<Records>, run: Run): AsyncGenerator<Records> {
  const records = source[Symbol.asyncIterator]()
  let waits = false
  try {
    for (;;) {
      waits = true
      const next = await new Promise<IteratorResult<Records>>((resolve, reject) => {
        run.onFailure(reject)
        records.next().then(resolve, reject)
      })
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
