import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from './benchmark.ts'
import { blocksOf, take } from './blocks.ts'
import { Child } from './child.ts'
import { count } from './table.ts'
import { MAX_WAIT, Watchers } from './watchers.ts'

/** Blocks before the service starts. */
const STORED_BLOCKS = 40
/** Different pages that the clients wait for. */
const PAGES = 50
/** The size of a run. */
const FULL = {
  /** Numbers of clients that every block notifies. */
  clients: [100, 1_000],
  blocks: 40,
  /** Time between two blocks; milliseconds. */
  blockTime: 500,
}

/**
 * Measures the time from an event in the file to the response of a client that waits for it, through `ingest --follow`
 * and `serve`, each in its own process. Every block changes the pages of all clients.
 */
export async function measureNotified(bench: Bench, size = FULL): Promise<string> {
  const [file, path] = [bench.path('notified.ndjson'), bench.path('notified.sqlite')]
  const append = (lines: readonly string[]) => {
    const started = performance.now()
    appendFileSync(file, `${lines.join('\n')}\n`)
    return started
  }
  const all = STORED_BLOCKS + size.clients.length * size.blocks
  const blocks = blocksOf({ seed: 1, scale: 20, blocks: all })
  append(take(blocks, STORED_BLOCKS).flat())
  await using ingest = Child.command('ingest', file, '--follow', '--database', path)
  await using service = Child.serve(path, '--wait', '--max-wait', MAX_WAIT)
  const height = async () => (await ingest.metrics())('trading_network_ingest_block_height')
  while ((await height()) < STORED_BLOCKS) await wait(100)
  const rows: string[] = []
  for (const clients of size.clients) {
    using watchers = new Watchers(
      service,
      Array.from({ length: clients }, (_, index) => pageOf(index)),
    )
    await watchers.start()
    const delays = await watchers.delays(take(blocks, size.blocks), size.blockTime, append)
    rows.push(`${count(clients)} clients notified per block: event to response ${delays}\n`)
  }
  return rows.join('')
}

/** Returns a page of the newest stop orders, which every block changes. */
function pageOf(index: number): string {
  return `/api/v2/stoporders?pagination.first=${20 + (index % PAGES)}`
}
