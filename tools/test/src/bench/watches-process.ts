import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@trading-network/fetch'
import { watch } from '@trading-network/fetch/watch'
import type { PagedResult } from '@trading-network/types'
import { count, megabytes } from './table.ts'

/** Sizes of the windows that are watched. */
const WINDOWS = [5, 10, 15, 20, 25, 30, 35, 40, 45, 50]
/** A watch without a confirmation in this time ends the process with an error; milliseconds. */
const MAX_AGE = 60_000
const SHORT_WATCH_MS = 500
/** Maximum time from the last block until every watch shows it; milliseconds. */
const SETTLE_MS = 20_000
/** Maximum growth of the heap while the watches run, in bytes: 50 for each of the 200,000 responses of an hour. */
const MAX_GROWTH = 10_000_000

const client = createClient({ baseUrl: process.argv[2] ?? '' })
const end = new AbortController()
const { signal } = end
let events = 0
let back = 0

class Follower {
  data = ''
  readonly done: Promise<void>
  readonly #list: () => PagedResult<object, unknown>

  constructor(list: () => PagedResult<object, unknown>) {
    this.#list = list
    this.done = this.#follow().catch((error: unknown) => {
      if (error !== signal.reason) throw error
    })
  }

  async #follow(): Promise<void> {
    let height = 0
    for await (const event of watch(this.#list(), { signal, maxAge: MAX_AGE })) {
      events++
      if (Number(event.blockHeight) < height || event.reset) back++
      height = Number(event.blockHeight)
      this.data = JSON.stringify(event.data)
    }
  }

  /** Returns true if the watch shows another list than a plain request. */
  async differs(): Promise<boolean> {
    return JSON.stringify(await this.#list()) !== this.data
  }
}

/** Starts and leaves watches, as the pages of a browser do. */
async function watchShortly(): Promise<void> {
  while (!signal.aborted) {
    const watching = watch(client.listAccounts({ 'pagination.last': 5 }))
    await watching.next()
    const next = watching.next()
    await wait(SHORT_WATCH_MS)
    await watching.return()
    await next
  }
}

/** Bytes of the heap without garbage: needs `--expose-gc`. */
function heap(): number {
  gc!()
  return process.memoryUsage().heapUsed
}

/** Open handles and timers, such as `Timeout 3`. */
function open(): string {
  const all = process.getActiveResourcesInfo()
  const countOf = (name: string) => all.filter(other => other === name).length
  return [...new Set(all)].map(name => `${name} ${countOf(name)}`).join(', ')
}

/**
 * Watches lists of a service until SIGTERM, two watches each. Then it compares each with the list, ends all, writes the
 * numbers of open handles and timers, and exits by itself, which a handle that is left would prevent. Its argument: the
 * origin of the service.
 */
const stopped = once(process, 'SIGTERM')
const openBefore = open()
const lists = WINDOWS.flatMap(first => [
  () => client.listStopOrders({ 'pagination.first': first }),
  () => client.listAccounts({ 'pagination.first': first }),
])
const followers = [...lists, ...lists].map(list => new Follower(list))
const short = watchShortly()
while (followers.some(({ data }) => data === '')) await wait(100)
const [heapAtFirst, openAtFirst] = [heap(), open()]

await stopped
const [heapAtLast, openAtLast] = [heap(), open()]
const deadline = performance.now() + SETTLE_MS
let different: boolean[]
do {
  await wait(100)
  different = await Promise.all(followers.map(follower => follower.differs()))
} while (different.includes(true) && performance.now() < deadline)
end.abort()
await Promise.all([short, ...followers.map(({ done }) => done)])
await wait(1000)
const missed = different.filter(Boolean).length
const openAfter = open()
process.stderr.write(`${count(events)} events, ${back} back, ${missed} of ${followers.length} final states missed
heap after the first states ${megabytes(heapAtFirst)}, at the end ${megabytes(heapAtLast)}
open before the watches: ${openBefore}
open after the first states: ${openAtFirst}
open at the end: ${openAtLast}
open after the watches: ${openAfter}
`)
const hasGrown = heapAtLast - heapAtFirst > MAX_GROWTH
if (back > 0 || missed > 0 || hasGrown || openAfter !== openBefore) process.exitCode = 1
setTimeout(() => process.exit(2), SETTLE_MS).unref()
