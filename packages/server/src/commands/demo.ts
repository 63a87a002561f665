import { randomInt } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { setInterval } from 'node:timers/promises'
import type { Command } from 'commander'
import { siteFolder } from '../http/site-folder.ts'
import { ingest } from '../ingest/ingest.ts'
import { createDatabase } from '../ingest/open-writer.ts'
import type { IngestOptions, Progress } from '../ingest/options.ts'
import type { Source } from '../ingest/source.ts'
import { tables } from '../projections/index.ts'
import { DatabaseError } from '../store/database-error.ts'
import { lockForWriting, readDatabase } from '../store/sqlite/database-file.ts'
import { SqliteWriter } from '../store/sqlite/writer.ts'
import { listenPlace } from './address.ts'
import { OperatorCommand } from './environment.ts'
import { recordTo } from './event-output.ts'
import { type ListenOptions, listenOptions } from './options.ts'
import { count, duration } from './progress.ts'
import { SampleNetwork } from './sample/sample-network.ts'
import { listen, untilInterrupted } from './serve.ts'

/** Time between two blocks of the sample network, in milliseconds. */
const BLOCK_TIME = 1000

export function demoCommand(): Command {
  const command = new OperatorCommand('demo')
    .description(
      'Serves a sample network. Each start makes a new one, and a block is added about every second.',
    )
    .option('-d, --database <path>', 'the SQLite file, which is replaced', 'demo-network.sqlite')
    .option('--still', 'adds no blocks: the same network at each start')
    .option('--record <file>', 'writes its events too: JSON lines, or an event file for a name in .evts')
    .action(
      async ({ still = false, record, ...options }: ListenOptions & { still?: boolean; record?: string }) => {
        const { database, host, port } = options
        const place = listenPlace(host, port)
        // A taken port must not cost the file, which is replaced next.
        await place
        const writer = replaced(database)
        const recorded = record === undefined ? undefined : recordTo(record)
        const take: Take = (blocks, options) => ingest(sourceOf(blocks, recorded), writer, options)
        const network = await makeSample(database, still, take)
        const serving = await listen(options, place)
        const interrupted = untilInterrupted(serving)
        const stop = new AbortController()
        const growing = still ? undefined : grow(network, stop.signal, take)
        process.stdout.write(welcome(serving.url, database, siteFolder(options.docs) !== undefined, still))
        await interrupted
        stop.abort()
        await growing
        writer.close()
        process.stdout.write('Stopped.\n')
      },
    )
  for (const option of listenOptions) command.addOption(option)
  return command
}

export function welcome(url: string, database: string, hasSite: boolean, still: boolean): string {
  return `
A sample network (${database}) answers at ${url}
${still ? 'It stands still.' : 'It gets a block about every second.'}
${hasSite ? `Its reference, with guides and a form to try each operation: ${url}/\n` : ''}
Try:
  curl '${url}/api/v2/accounts?pagination.first=2'
  curl '${url}/api/v2/stoporders?filter.liveOnly=true&pagination.first=2'
  curl '${url}/api/v2/rewards/epoch/summaries?filter.fromEpoch=10&pagination.first=2'

Load events and serve them, here simulated ones:
  npx -y pnpm exec trading-network simulate --output events.evts.gz
  npx -y pnpm exec trading-network ingest events.evts.gz --database network.sqlite
  npx -y pnpm exec trading-network serve --database network.sqlite --port 8081

Ctrl-C ends it.
`
}

/** @throws DatabaseError if the file exists, and has anything else than a sample network */
function requireSample(database: string): void {
  if (!existsSync(database)) return
  const advice =
    'Delete the file, and demo makes a new sample network; or choose another one with --database.'
  try {
    const file = readDatabase(database, tables)
    const { chain } = file.checkpoint()
    file.close()
    if (chain === '' || chain.startsWith('sample-')) return
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new DatabaseError(`${error.message}. ${advice}`, { cause: error })
  }
  throw new DatabaseError(`${database} is not a sample network. ${advice}`)
}

/** Opens a new file in place of an earlier sample network. While its lock is held, no other demo replaces it. */
function replaced(database: string): SqliteWriter {
  const lock = lockForWriting(database)
  requireSample(database)
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true })
  const sqlite = createDatabase(database)
  // Small commits need no large log: 16 MB, 4000 pages.
  sqlite.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 16384000')
  return new SqliteWriter(sqlite, { lock })
}

type Blocks = Iterable<readonly string[]> | AsyncIterable<readonly string[]>

/** Records and stores blocks. */
type Take = (blocks: Blocks, options?: IngestOptions) => Promise<Progress>

async function makeSample(database: string, still: boolean, take: Take): Promise<SampleNetwork> {
  const started = performance.now()
  const seed = randomInt(2 ** 32)
  const network = still ? new SampleNetwork() : new SampleNetwork(`sample-${seed}`, seed, now())
  process.stdout.write('Making a sample network: the examples of the contract, and simulated events ...\n')
  const { events } = await take(network.past())
  process.stdout.write(
    `Made ${database} from ${count(events)} events in ${duration((performance.now() - started) / 1000)}.\n`,
  )
  return network
}

async function grow(network: SampleNetwork, signal: AbortSignal, take: Take): Promise<void> {
  const blocks = async function* () {
    try {
      for await (const _ of setInterval(BLOCK_TIME, undefined, { signal })) yield network.nextBlock(now())
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }
  try {
    await take(blocks(), { signal, batchTime: 0 })
  } catch (error) {
    process.stderr.write(`warning: the sample network adds no more blocks: ${String(error)}\n`)
  }
}

/** Unix nanoseconds. */
function now(): bigint {
  return BigInt(Date.now()) * 1_000_000n
}

function sourceOf(blocks: Blocks, recorded: ReturnType<typeof recordTo> | undefined): Source {
  const records = async function* () {
    for await (const block of blocks) {
      recorded?.(block)
      yield [...block]
    }
  }
  return { name: 'the sample network', bytesRead: () => 0, records }
}
