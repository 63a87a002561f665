import type { Bench, Benchmark } from './benchmark.ts'
import { Child } from './child.ts'
import { Database } from './database.ts'
import { burstsInTurn, column } from './load/bursts.ts'
import { median, medianRatio } from './rounds.ts'
import { accountPages } from './server.ts'
import { clearStatus, showStatus } from './status.ts'
import { count, micros, ratio, table } from './table.ts'

export const workers: Benchmark = {
  name: 'workers',
  about: 'requests/s of one and of two processes that share a port',
  orders: 100_000,
  run: measureWorkers,
}

const COUNTS = [1, 2]

/** Loads one process and two in turn with pages of about 50 accounts. */
async function measureWorkers(bench: Bench): Promise<string> {
  const { path } = await bench.network()
  const requests = Database.read(path, accountPages)
  const services: Child[] = []
  try {
    for (const workers of COUNTS) {
      const options = ['--no-docs', '--port', '0', '--metrics', '0', '--workers', String(workers)]
      services.push(new Child(['serve', '--database', path, ...options], process.cwd()))
    }
    const origins = await Promise.all(services.map(service => service.address('Serving')))
    const servers = services.map((service, index) => ({
      origin: origins[index] as string,
      requests,
      cpu: async () => 1e6 * (await service.metrics())('process_cpu_seconds_total'),
    }))
    const bursts = await burstsInTurn(servers, bench.options, (round, index) =>
      showStatus(`${COUNTS[index]} processes, round ${round} of ${bench.options.rounds}`),
    )
    const [one = []] = bursts
    const rows = bursts.map((ofCount, index) => {
      const [rate, cpu] = [column(ofCount, 'rate'), column(ofCount, 'cpu')]
      const processes = COUNTS[index] as number
      return [
        String(processes),
        ratio(processes * medianRatio(column(one, 'cpu'), cpu)),
        ratio(medianRatio(rate, column(one, 'rate'))),
        count(median(rate)),
        micros(median(cpu)),
      ]
    })
    const headings = ['processes', 'to one, each with a core', 'to one here', 'requests/s', 'CPU/request']
    return `Pages of about 50 accounts. With a core for each process, the CPU time of a request limits the
rate; here the load generator shares the cores.
${table(headings, rows)}`
  } finally {
    clearStatus()
    await Promise.all(services.map(service => service.end()))
  }
}
