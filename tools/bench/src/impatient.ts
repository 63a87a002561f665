import { setTimeout } from 'node:timers/promises'
import type { Bench } from './benchmark.ts'
import { Database } from './database.ts'
import { operationOf } from './lists/requests.ts'
import { ClosedLoop } from './load/closed-loop.ts'
import { possibleConnections } from './load/connection.ts'
import { Contender } from './load/contender.ts'
import { measureLoop } from './load/loop-rate.ts'
import { median, medianRatio } from './rounds.ts'
import { showStatus } from './status.ts'
import { count, ratio, table } from './table.ts'

/** Numbers of clients, if the system allows so many connections. */
const CLIENTS = [50, 1000, 5000, 10_000]
/** So many different orders that the service keeps no response until its URL comes again. */
const ORDERS = 20_000
/** Minimum time for all clients to send their first request, before anything is counted; milliseconds. */
const MIN_START = 1500

/** The figures of a number of clients, one of each round. */
export interface ImpatientFigures {
  readonly clients: number
  /** Successful responses per second. */
  readonly rates: number[]
  /** Successful responses per second of CPU time of the service. */
  readonly perCpuSecond: number[]
  /** Share of the responses with 503. */
  readonly refused: number[]
}

/**
 * Loads a service with clients that send their next request at once, also after a 503. Each asks for random orders,
 * whose responses cost little more than a refusal.
 */
export async function measureImpatient(
  bench: Bench,
  maxDelay: number,
  numbers: readonly number[] = CLIENTS,
): Promise<ImpatientFigures[]> {
  const { rounds, burst } = bench.options
  const { path } = await bench.network()
  const orders = Database.read(path, database => database.orders(ORDERS))
  const { path: template } = operationOf('getOrder')
  const possible = numbers.filter(clients => clients <= possibleConnections(clients))
  const service = await Contender.start({ serve: { database: path, maxDelay } })
  let next = 0
  const loop = await ClosedLoop.open(service.origin, Math.max(...possible), () =>
    template.replace('{orderId}', orders[next++ % orders.length] as string),
  )
  try {
    const figures = possible.map(clients => ({ clients, rates: [], perCpuSecond: [], refused: [] }))
    // Round 0 warms up and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      for (const figure of figures as ImpatientFigures[]) {
        showStatus(`${figure.clients} clients, round ${round} of ${rounds}`)
        loop.start(figure.clients)
        // The queue fills, and the first requests reach the limit.
        await setTimeout(Math.max(3 * maxDelay, MIN_START))
        const measured = await measureLoop(loop, service, 2 * burst)
        await loop.stop()
        if (round === 0) continue
        figure.rates.push(measured.rate)
        figure.perCpuSecond.push(measured.perCpuSecond)
        figure.refused.push(measured.refused)
      }
    }
    return figures
  } finally {
    loop.end()
    service.stop()
  }
}

/** The rates as ratios to the peak: the highest median of all numbers of clients. */
export function reportImpatient(maxDelay: number, figures: readonly ImpatientFigures[]): string {
  const peakOf = (kind: 'rates' | 'perCpuSecond') =>
    figures.map(figure => figure[kind]).sort((a, b) => median(b) - median(a))[0] ?? []
  const rows = figures.map(({ clients, rates, perCpuSecond, refused }) => [
    count(clients),
    ratio(medianRatio(rates, peakOf('rates'))),
    ratio(medianRatio(perCpuSecond, peakOf('perCpuSecond'))),
    count(median(rates)),
    ratio(median(refused)),
  ])
  return `Random orders for clients that retry at once; --max-delay ${maxDelay}
${table(['clients', 'to peak', 'by CPU time', 'successful/s', 'with 503'], rows)}`
}
