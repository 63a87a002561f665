import type { Bench } from './bench.ts'
import { Child } from './child.ts'
import { randomOrders } from './database.ts'
import { get, type LoadRequest, openClients } from './load/client.ts'
import { column, loadServer } from './load/load.ts'
import { inRounds, median, medianRatio } from './rounds.ts'
import { count, ratio, showStatus, table } from './table.ts'

/** Numbers of clients. Node raises the limit of open files by itself. */
const CLIENTS = [50, 1000, 5000, 10_000]
/** Values of `--max-delay`: the default of `serve`, and a short one; milliseconds. */
const MAX_DELAYS = [1000, 200]
/** So many different orders that the service keeps no response until its URL comes again. */
const ORDERS = 20_000
/** Minimum time for each client to send its first request, before anything is counted; milliseconds. */
const MIN_START = 0.15

/** Loads a service with clients that send their next request at once, also after a 503, each for a random order. */
export async function measureOverload(
  bench: Bench,
  numbers: readonly number[] = CLIENTS,
  maxDelays: readonly number[] = MAX_DELAYS,
): Promise<string> {
  const parts: string[] = []
  for (const maxDelay of maxDelays) parts.push(await measureDelay(bench, numbers, maxDelay))
  return parts.join('\n')
}

async function measureDelay(bench: Bench, numbers: readonly number[], maxDelay: number): Promise<string> {
  const { rounds, burst } = bench.options
  const path = await bench.database()
  const orders = randomOrders(path, ORDERS).map(id => get(`/api/v2/order/${id}`))
  let sent = 0
  const next = () => orders[sent++ % orders.length] as LoadRequest
  await using service = Child.serve(path, '--max-delay', String(maxDelay))
  using clients = await openClients(await service.address(), Math.max(...numbers), next)
  const figures = await inRounds(numbers, rounds, (number, { round }) => {
    showStatus(`${number} clients that retry at once, round ${round} of ${rounds}`)
    // In the warm-up the queue fills, and the first requests reach the limit.
    const warmUp = Math.max(3 * maxDelay, MIN_START * number)
    return loadServer(service, clients.slice(0, number), next, { warmUp, milliseconds: 2 * burst })
  })
  const rates = figures.map(loads => column(loads, 'rate'))
  const perCpuTime = figures.map(loads => column(loads, 'cpu').map(cpu => 1 / cpu))
  const [byTime, byCpuTime] = [toPeak(rates), toPeak(perCpuTime)]
  const rows = numbers.map((number, index) => [
    ...[count(number), ratio(byTime[index]), ratio(byCpuTime[index]), count(median(rates[index] ?? []))],
    `${count(median(column(figures[index], 'p99')) / 1000)} ms`,
    ratio(median(column(figures[index], 'refused'))),
  ])
  const headings = ['clients', 'to peak', 'by CPU time', 'successful/s', '99 of 100 within', 'with 503']
  return `Random orders for clients that retry at once; --max-delay ${maxDelay}\n${table(headings, rows)}`
}

/** The ratio of each to the one with the highest median. */
function toPeak(rates: readonly number[][]): number[] {
  const peak = rates.toSorted((a, b) => median(b) - median(a))[0] ?? []
  return rates.map(rate => medianRatio(rate, peak))
}
