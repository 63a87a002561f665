import type { Bench, Benchmark } from './benchmark.ts'
import { Child } from './child.ts'
import { Database } from './database.ts'
import { burstsInTurn, column } from './load/bursts.ts'
import { median, medianRatio } from './rounds.ts'
import { accountPages } from './server.ts'
import { clearStatus, showStatus } from './status.ts'
import { count, ratio, table } from './table.ts'

export const workers: Benchmark = {
  name: 'workers',
  about: 'requests/s of one and of two processes that share a port',
  orders: 100_000,
  run: measureWorkers,
}

const COUNTS = [1, 2]

/** Loads one process and two in turn with pages of 50 accounts. */
async function measureWorkers(bench: Bench): Promise<string> {
  const { path } = await bench.network()
  const requests = Database.read(path, accountPages)
  const services: Child[] = []
  try {
    for (const workers of COUNTS) {
      const options = ['--no-docs', '--port', '0', '--database', path, '--workers', String(workers)]
      services.push(new Child(['serve', ...options], process.cwd()))
    }
    const origins = await Promise.all(services.map(service => service.address('Serving')))
    const servers = origins.map(origin => ({ origin, requests }))
    const bursts = await burstsInTurn(servers, bench.options, (round, index) =>
      showStatus(`${COUNTS[index]} processes, round ${round} of ${bench.options.rounds}`),
    )
    const rates = bursts.map(ofCount => column(ofCount, 'rate'))
    const rows = rates.map((rate, index) => [
      String(COUNTS[index]),
      ratio(medianRatio(rate, rates[0] ?? [])),
      count(median(rate)),
    ])
    const title = 'Pages of about 50 accounts; the load generator shares the cores'
    return `${title}\n${table(['processes', 'to one', 'requests/s'], rows)}`
  } finally {
    clearStatus()
    await Promise.all(services.map(service => service.end()))
  }
}
