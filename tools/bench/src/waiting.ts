import { setTimeout as wait } from 'node:timers/promises'
import type { Bench, Benchmark } from './benchmark.ts'
import { Child } from './child.ts'
import { Database } from './database.ts'
import { fillDatabase } from './fill.ts'
import { measureNotified } from './notified.ts'
import { count, megabytes, showStatus } from './table.ts'
import { Watcher } from './watcher.ts'

export const waiting: Benchmark = {
  name: 'waiting',
  about:
    'requests that wait for a change: CPU time while nothing changes, memory; delay from event to response',
  onlyByName: true,
  run: async bench => `${await measureWaiting(bench)}${await measureNotified(bench)}`,
}

/** Few enough that the file in memory adds little to the memory of the requests. */
const ORDERS = 8_480
const FULL = {
  /** Requests that wait. */
  waiting: 10_000,
  /** Time of the measurement; milliseconds. */
  idleTime: 15_000,
}
/** Longer than the run, so that no wait ends. */
const WAIT_SECONDS = 600

/** Holds requests while nothing changes. */
export async function measureWaiting(bench: Bench, size = FULL): Promise<string> {
  const path = bench.path('waiting.sqlite')
  await fillDatabase(path, { orders: ORDERS })
  const limits = ['--max-wait', String(WAIT_SECONDS), '--max-waiting', String(2 * size.waiting)]
  const service = Child.serve(path, ...limits)
  const metric = async (name: string) => (await service.metrics())(name)
  const origin = await service.address()
  const watchers = urlsIn(path, size.waiting).map(url => new Watcher(origin + url))
  try {
    const memory = await metric('process_resident_memory_bytes')
    for (const [index, watcher] of watchers.entries()) {
      void watcher.wait(WAIT_SECONDS)
      // A burst would only test the queue.
      if (index % 50 === 49) await wait(20)
    }
    while ((await metric('trading_network_waiting_requests')) < watchers.length) await wait(500)
    showStatus('nothing changes')
    const cpu = await service.cpu()
    await wait(size.idleTime)
    const share = (((await service.cpu()) - cpu) * 1000) / size.idleTime
    return `${count(watchers.length)} requests wait, each for its own URL.
CPU while nothing changes: ${(100 * share).toFixed(1)} % of a core
memory: ${megabytes(memory)}, with them ${megabytes(await metric('process_resident_memory_bytes'))}\n`
  } finally {
    for (const watcher of watchers) watcher.end()
    await service.end()
  }
}

/** Returns different URLs: stop orders and accounts of a party, and single orders. */
function urlsIn(path: string, most: number): string[] {
  const [parties, orders] = Database.read(path, database => [
    database.commonest('stop_orders', ['party'], most).flat(),
    database.orders(most),
  ])
  return Array.from({ length: most }, (_, index) => {
    const place = Math.floor(index / 3)
    const page = 20 + Math.floor(place / parties.length)
    const query = `filter.partyIds=${parties[place % parties.length]}&pagination.first=${page}`
    if (index % 3 === 0) return `/api/v2/stoporders?${query}`
    const order = orders[place]
    return index % 3 === 1 && order ? `/api/v2/order/${order}` : `/api/v2/accounts?${query}`
  })
}
