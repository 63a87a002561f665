import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from './benchmark.ts'
import { blocksOf, take } from './blocks.ts'
import { Child } from './child.ts'
import { count } from './table.ts'
import { delaysOf, hold, WAIT_SECONDS, Watcher } from './watcher.ts'

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
  const blocks = blocksOf({ seed: 1, scale: 20, blocks: Number.MAX_SAFE_INTEGER })
  const append = (lines: readonly string[]) => appendFileSync(file, `${lines.join('\n')}\n`)
  append(take(blocks, STORED_BLOCKS).flat())
  const ingest = Child.command('ingest', file, '--follow', '--database', path)
  const service = Child.serve(path, '--wait', '--max-wait', String(WAIT_SECONDS))
  const rows: string[] = []
  try {
    const origin = await service.address()
    const height = async () => (await ingest.metrics())('trading_network_ingest_block_height')
    while ((await height()) < STORED_BLOCKS) await wait(100)
    for (const clients of size.clients) {
      const watchers = Array.from({ length: clients }, (_, index) => new Watcher(origin + pageOf(index)))
      await hold(watchers, service)
      const delays = await delaysOf(watchers, take(blocks, size.blocks), size.blockTime, async lines => {
        const { beginBlock } = JSON.parse(lines[0] ?? '') as { beginBlock: { height: string } }
        const at = performance.now()
        append(lines)
        return [Number(beginBlock.height), at]
      })
      for (const watcher of watchers) watcher.end()
      rows.push(`${count(clients)} clients notified per block: event to response ${delays}`)
    }
    return `${rows.join('\n')}\n`
  } finally {
    await service.end()
    await ingest.end()
  }
}

/** Returns a page of the newest stop orders, which every block changes. */
function pageOf(index: number): string {
  return `/api/v2/stoporders?pagination.first=${20 + (index % PAGES)}`
}
