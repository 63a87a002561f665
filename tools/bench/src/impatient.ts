import type { Bench } from './benchmark.ts'
import { Database } from './database.ts'
import { operationOf } from './lists/requests.ts'
import { Clients } from './load/clients.ts'
import { possibleConnections } from './load/connection.ts'
import { Contender } from './load/contender.ts'
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
  readonly rounds: Awaited<ReturnType<Clients['saturate']>>[]
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
  const loop = await Clients.open(service.origin, Math.max(...possible), () =>
    template.replace('{orderId}', orders[next++ % orders.length] as string),
  )
  try {
    const figures = possible.map((clients): ImpatientFigures => ({ clients, rounds: [] }))
    // Round 0 warms up and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      for (const figure of figures) {
        showStatus(`${figure.clients} clients, round ${round} of ${rounds}`)
        // In the warm-up the queue fills, and the first requests reach the limit.
        const warmUp = Math.max(3 * maxDelay, MIN_START)
        const { clients } = figure
        const measured = await loop.saturate(service, { clients, warmUp, milliseconds: 2 * burst })
        if (round > 0) figure.rounds.push(measured)
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
  type Name = keyof ImpatientFigures['rounds'][number]
  const column = ({ rounds }: ImpatientFigures, name: Name) => rounds.map(round => round[name])
  const toPeak = (figure: ImpatientFigures, name: Name) => {
    const all = figures.map(one => column(one, name))
    return ratio(medianRatio(column(figure, name), all.sort((a, b) => median(b) - median(a))[0] ?? []))
  }
  const rows = figures.map(figure => [
    count(figure.clients),
    toPeak(figure, 'rate'),
    toPeak(figure, 'perCpuSecond'),
    count(median(column(figure, 'rate'))),
    ratio(median(column(figure, 'refused'))),
  ])
  return `Random orders for clients that retry at once; --max-delay ${maxDelay}
${table(['clients', 'to peak', 'by CPU time', 'successful/s', 'with 503'], rows)}`
}
