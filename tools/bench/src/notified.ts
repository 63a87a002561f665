import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from './benchmark.ts'
import { blocksOf } from './blocks.ts'
import { Child } from './child.ts'
import { count, showStatus } from './table.ts'
import { delaysText, Watcher } from './watcher.ts'

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
/** Longer than a run, so that no wait ends without a change. */
const WAIT_SECONDS = 600

/**
 * Measures the time from an event in the file to the response of a client that waits for it, through `ingest --follow`
 * and `serve`, each in its own process. Every block changes the pages of all clients.
 */
export async function measureNotified(bench: Bench, size = FULL): Promise<string> {
  const [file, path] = [bench.path('notified.ndjson'), bench.path('notified.sqlite')]
  const all = STORED_BLOCKS + size.clients.length * size.blocks
  const blocks = [...blocksOf({ seed: 1, scale: 20, blocks: all })]
  appendFileSync(file, textOf(blocks.splice(0, STORED_BLOCKS)))
  const ingest = Child.command('ingest', file, '--follow', '--database', path)
  const service = Child.serve(path, '--wait', '--max-wait', String(WAIT_SECONDS))
  const rows: string[] = []
  try {
    const origin = await service.address()
    const height = async () => (await ingest.metrics())('trading_network_ingest_block_height')
    while ((await height()) < STORED_BLOCKS) await wait(100)
    for (const clients of size.clients) {
      showStatus(`${count(clients)} clients`)
      const delays = await delaysOf(file, blocks.splice(0, size.blocks), size.blockTime, {
        watchers: Array.from({ length: clients }, (_, index) => new Watcher(origin + pageOf(index))),
        waiting: async () => (await service.metrics())('trading_network_waiting_requests'),
      })
      rows.push(`${count(clients)} clients notified per block: event to response ${delays}`)
    }
    return `${rows.join('\n')}\n`
  } finally {
    await service.end()
    await ingest.end()
  }
}

interface Clients {
  readonly watchers: readonly Watcher[]
  /** Reads the number of waiting requests. */
  waiting(): Promise<number>
}

/** Appends blocks to the file, and returns the times from each to the responses that it changed, as a text. */
async function delaysOf(
  file: string,
  blocks: readonly (readonly string[])[],
  blockTime: number,
  { watchers, waiting }: Clients,
): Promise<string> {
  try {
    for (const watcher of watchers) void watcher.wait(WAIT_SECONDS)
    while ((await waiting()) < watchers.length) await wait(100)
    const written = new Map<number, number>()
    for (const lines of blocks) {
      const { beginBlock } = JSON.parse(lines[0] ?? '') as { beginBlock: { height: string } }
      written.set(Number(beginBlock.height), performance.now())
      appendFileSync(file, textOf([lines]))
      await wait(blockTime)
    }
    await wait(1_000)
    return delaysText(watchers, written)
  } finally {
    for (const watcher of watchers) watcher.end()
  }
}

/** Returns a page of the newest stop orders, which every block changes. */
function pageOf(index: number): string {
  return `/api/v2/stoporders?pagination.first=${20 + (index % PAGES)}`
}

function textOf(blocks: readonly (readonly string[])[]): string {
  return `${blocks.flat().join('\n')}\n`
}
