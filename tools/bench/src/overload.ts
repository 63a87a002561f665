import type { Bench, Benchmark } from './benchmark.ts'
import { Child } from './child.ts'
import { Database } from './database.ts'
import { openClients, saturate } from './load/clients.ts'
import { inRounds, median, medianRatio } from './rounds.ts'
import { pathOf } from './server.ts'
import { count, ratio, showStatus, table } from './table.ts'

/** Numbers of clients. Node raises the limit of open files by itself. */
const CLIENTS = [50, 1000, 5000, 10_000]
/** Values of `--max-delay`: the default of `serve`, and a short one; milliseconds. */
const MAX_DELAYS = [1000, 200]
/** So many different orders that the service keeps no response until its URL comes again. */
const ORDERS = 20_000
/** Minimum time for all clients to send their first request, before anything is counted; milliseconds. */
const MIN_START = 1500

export const overload: Benchmark = {
  name: 'overload',
  about: 'successful responses to clients that retry at once after a 503',
  run: async bench => {
    const parts: string[] = []
    for (const maxDelay of MAX_DELAYS) parts.push(await measureOverload(bench, maxDelay))
    return parts.join('\n')
  },
}

/** Loads a service with clients that send their next request at once, also after a 503, each for a random order. */
export async function measureOverload(
  bench: Bench,
  maxDelay: number,
  numbers: readonly number[] = CLIENTS,
): Promise<string> {
  const { rounds, burst } = bench.options
  const path = await bench.database()
  const orders = Database.read(path, database => database.orders(ORDERS))
  let sent = 0
  const next = () => pathOf('getOrder').replace('{orderId}', orders[sent++ % orders.length] ?? '')
  await using service = Child.serve(path, '--max-delay', String(maxDelay))
  const clients = await openClients(await service.address(), Math.max(...numbers), next)
  try {
    // In the warm-up the queue fills, and the first requests reach the limit.
    const time = { warmUp: Math.max(3 * maxDelay, MIN_START), milliseconds: 2 * burst }
    const figures = await inRounds(numbers, rounds, (number, { round }) => {
      showStatus(`${number} clients that retry at once, round ${round} of ${rounds}`)
      return saturate(service, clients.slice(0, number), next, time)
    })
    const column = (name: keyof (typeof figures)[0][0]) => figures.map(those => those.map(one => one[name]))
    const rates = column('rate')
    const [byTime, byCpuTime] = [toPeak(rates), toPeak(column('perCpuSecond'))]
    const rows = numbers.map((number, index) => [
      ...[count(number), ratio(byTime[index]), ratio(byCpuTime[index]), count(median(rates[index] ?? []))],
      `${count(median(column('p99')[index] ?? []))} ms`,
      ratio(median(column('refused')[index] ?? [])),
    ])
    const headings = ['clients', 'to peak', 'by CPU time', 'successful/s', '99 of 100 within', 'with 503']
    return `Random orders for clients that retry at once; --max-delay ${maxDelay}\n${table(headings, rows)}`
  } finally {
    for (const client of clients) client.end()
  }
}

/** The ratio of each to the one with the highest median. */
function toPeak(rates: readonly number[][]): number[] {
  const peak = rates.toSorted((a, b) => median(b) - median(a))[0] ?? []
  return rates.map(rate => medianRatio(rate, peak))
}
