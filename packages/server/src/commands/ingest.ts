import { type Command, Option } from 'commander'
import { openFiles } from '../ingest/files.ts'
import { ingest } from '../ingest/ingest.ts'
import { openWriter } from '../ingest/open-writer.ts'
import type { IngestOptions, Progress } from '../ingest/options.ts'
import type { Source } from '../ingest/source.ts'
import type { Address } from '../metrics/endpoint.ts'
import type { Mirror, MirrorOptions } from '../store/mirror/mirror.ts'
import type { SqliteWriter } from '../store/sqlite/writer.ts'
import { OperatorCommand } from './environment.ts'
import { isExpected, StoppedIngest } from './failure.ts'
import { summary, typeTable } from './ingest-summary.ts'
import { duration, keptFor, mirrorName, wholeNumber } from './option-values.ts'
import { acceptOption, announceMetrics, fileOption, metricsOption } from './options.ts'
import { copyProgress, ingestProgress, ProgressLine } from './progress.ts'

export function ingestCommand(): Command {
  return new OperatorCommand('ingest')
    .description(
      'Reads network events into an SQLite file, whole blocks at a time, after the last stored block.',
    )
    .argument(
      '<files...>',
      'files or folders of events: lines of JSON, responses of the streaming API, event files; plain, gzip or zstd; - reads standard input',
    )
    .addOption(fileOption)
    .addOption(
      new Option(
        '--mirror <url>',
        'postgres://... of a database that gets the same rows; an empty one gets a copy of the file',
      ).argParser(mirrorName),
    )
    .addOption(
      new Option(
        '--mirror-keys <time>',
        'how far back in block time the file knows what a mirror may lack, such as a promoted standby',
      )
        .default(3_600_000, '1h')
        .argParser(duration),
    )
    .option('--follow', 'waits for more in the last file, or in the last folder, until Ctrl-C')
    .option(
      '--partial',
      'accepts a late start, an open end and blocks that lack events, and leaves out bad events and lines within a block, but not between blocks; the database and its responses tell that they are partial',
    )
    .option(
      '--open-end',
      'accepts an input that ends within a block, such as a file that is still written; the block is not stored',
    )
    .addOption(acceptOption)
    .option('--types', 'lists the types of events at the end: read, or left out')
    .option(
      '--batch <events>',
      'stores blocks together once they have this many events (default: 30000)',
      wholeNumber(1, 1_000_000),
    )
    .option(
      '--max-block <megabytes>',
      'stops at a block with more events than this; it must fit into memory twice',
      wholeNumber(1, 4000),
      256,
    )
    .addOption(
      new Option(
        '--keep <time>',
        'removes ended orders, ended stop orders and funding data points so long after their last change, such as 90d; remembered; all to stop',
      ).argParser(keptFor),
    )
    .addOption(metricsOption)
    .action(async (files: string[], options: Options) => {
      const started = performance.now()
      const { progress, stopped } = await ingestFiles(files, options)
      process.stdout.write(`${summary(progress, (performance.now() - started) / 1000)}\n`)
      if (options.types) process.stdout.write(typeTable(progress.types))
      if (progress.isEmpty && !stopped) onWarning('the input has no events; check the program that wrote it')
      if (stopped) process.stdout.write('Stopped. Run the same command again to go on from here.\n')
    })
}

interface Options extends Pick<IngestOptions, 'keep' | 'partial' | 'openEnd' | 'accept'> {
  readonly database: string
  readonly batch?: number
  readonly follow?: boolean
  readonly types?: boolean
  readonly mirror?: string
  /** Milliseconds. */
  readonly mirrorKeys: number
  /** Megabytes. */
  readonly maxBlock: number
  readonly metrics?: Address
}

async function ingestFiles(
  files: readonly string[],
  options: Options,
): Promise<{ progress: Progress; stopped: boolean }> {
  const { database, batch, follow, metrics: at, maxBlock, mirror: url, mirrorKeys, ...accepted } = options
  const stop = new AbortController()
  const source = await openFiles(files, { follow, signal: stop.signal, onWarning })
  const logged = url === undefined ? undefined : BigInt(mirrorKeys) * 1_000_000n
  const writer = openWriter(database, { warn: onWarning, logged })
  const line = new ProgressLine()
  const shown = { onNotice: onWarning, onProgress: copyProgress(line) }
  const { log } = writer
  const mirror = url && log ? await newMirror({ url, log, ...shown }) : undefined
  const started = performance.now()
  const show = (now: Progress) =>
    line.show(() => ingestProgress(source, now, (performance.now() - started) / 1000))
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    const metrics = at && (await servedMetrics(at, source, mirror))
    await mirror?.check(stop.signal)
    const progress = await ingest(source, writer, {
      ...accepted,
      signal: stop.signal,
      batchEvents: batch,
      maxBlock: maxBlock * 1e6,
      onLeftOut: warnOfFirst(),
      onRead: show,
      onCommit(now) {
        mirror?.wake()
        metrics?.update(now)
      },
    })
    await mirror?.finish(stop.signal)
    return { progress, stopped: stop.signal.aborted }
  } catch (error) {
    throw stoppedAt(writer, error)
  } finally {
    // A source that waits for more input would keep the process alive.
    stop.abort()
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    line.end()
    await mirror?.close()
    writer.close()
  }
}

/** Loads the library for PostgreSQL only with `--mirror`. */
async function newMirror(options: MirrorOptions): Promise<Mirror> {
  const { Mirror } = await import('../store/mirror/mirror.ts')
  return new Mirror(options)
}

/** Loads the library for metrics only with `--metrics`: that takes a third of the time of a start. */
async function servedMetrics(at: Address, source: Source, mirror: Mirror | undefined) {
  const { ingestMetrics } = await import('../metrics/ingest.ts')
  const { newRegistry } = await import('../metrics/registry.ts')
  const metrics = ingestMetrics(newRegistry(), source, mirror)
  await announceMetrics(at, metrics)
  return metrics
}

function onWarning(message: string): void {
  process.stderr.write(`warning: ${message}\n`)
}

/** Maximum number of warnings about bad events. */
const MAX_WARNINGS = 10

/** Returns a function that warns of the first bad events; the summary has their number. */
function warnOfFirst(): (error: Error) => void {
  let count = 0
  return ({ message }) => {
    count += 1
    if (count <= MAX_WARNINGS) onWarning(`left out: ${message}`)
  }
}

/** Adds the last stored block to a failure. Only whole blocks are stored. */
function stoppedAt(writer: SqliteWriter, failure: unknown): unknown {
  if (!(failure instanceof Error) || !isExpected(failure)) return failure
  try {
    const { height } = writer.checkpoint()
    const stands = height < 0n ? 'Nothing is stored yet.' : `The database has all blocks up to ${height}.`
    const advice = 'Fix the cause and run the same command again; it resumes there.'
    return new StoppedIngest(`${failure.message}\n${stands} ${advice}`, { cause: failure })
  } catch {
    // An unavailable database has reported its failure already.
    return failure
  }
}
