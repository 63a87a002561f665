import { setTimeout as wait } from 'node:timers/promises'
import { type Network, openDatabases } from '@trading-network/server'
import type { SimulateOptions } from '@trading-network/simulator'
import type { Child } from '../child.ts'
import type { follow } from '../network.ts'
import { quantile } from '../rounds.ts'
import { count, showStatus } from '../table.ts'
import { MAX_WAIT, type Watchers } from './watchers.ts'

export const LIMITS = ['--max-wait', MAX_WAIT, '--max-waiting', '20000']
/** Blocks that warm up, and do not count. */
const WARM_UP = 2

/** Pages that every block changes: how many different ones, and the rows of the shortest. */
export const SHORT = { title: 'pages of 1 to 5 rows', count: 5, rows: 1 }
export const LONG = { title: 'pages of 20 to 69 rows', count: 50, rows: 20 }

/** Times in milliseconds. */
export interface Size {
  /** The network before a service starts. */
  readonly network: SimulateOptions
  readonly blocks: number
  readonly blockTime: number
  readonly idleTime: number
}

/**
 * Starts clients of a service, one for each path, and adds blocks to its network. Returns the CPU time without blocks,
 * the memory of a client, and the delays of the responses after an event and after its commit.
 */
export async function measureClients(
  { append, database }: Awaited<ReturnType<typeof follow>>,
  service: Child,
  watchers: Watchers,
  paths: readonly string[],
  { blocks, blockTime, idleTime }: Size,
): Promise<string[]> {
  showStatus(`${count(paths.length)} clients that wait`)
  await using opened = new AsyncDisposableStack()
  const network = opened.adopt(await openDatabases({ database }), network => network.close())
  const memory = async () => (await service.metrics())('process_resident_memory_bytes')
  const before = await memory()
  await watchers.start(service, paths)
  const cpu = await service.cpu()
  await wait(idleTime)
  const idle = ((await service.cpu()) - cpu) / (idleTime / 1000)
  const each = ((await memory()) - before) / paths.length
  const [written, committed] = [new Map<number, number>(), new Map<number, number>()]
  for (let block = -WARM_UP; block < blocks; block += 1) {
    const next = wait(blockTime)
    const height = append()
    const at = performance.now()
    await stored(network, height)
    if (block >= 0) {
      written.set(height, at)
      committed.set(height, performance.now())
    }
    await next
  }
  const delays = delaysOf(watchers, written, committed)
  return [`${(100 * idle).toFixed(1)} %`, `${count(each / 1000)} kB`, ...delays]
}

/** Waits for the commit of a block. Looks every millisecond. */
async function stored({ head }: Network, height: number): Promise<void> {
  while (Number((await head()).height) < height) await wait(1)
}

/** Returns the number of responses, and the medians and 99th percentiles of the times since their blocks. */
function delaysOf(watchers: Watchers, ...starts: readonly ReadonlyMap<number, number>[]): string[] {
  const delays = starts.map(times => watchers.delays(times))
  const figures = delays.flatMap(times => [0.5, 0.99].map(share => `${count(quantile(times, share))} ms`))
  return [count(delays[0]?.length ?? 0), ...figures]
}

/** Pages of the newest stop orders, which every block changes. */
export function changingPages(clients: number, { count, rows }: typeof SHORT): string[] {
  const pathOf = (index: number) => `/api/v2/stoporders?pagination.first=${rows + (index % count)}`
  return Array.from({ length: clients }, (_, index) => pathOf(index))
}
