import type { Bench, Benchmark } from './benchmark.ts'
import { Database } from './database.ts'
import { inTurn, median, medianRatio } from './interleaved.ts'
import { load } from './load.ts'
import { count, ratio, table } from './report.ts'
import { accountPages } from './server.ts'
import { Service } from './service.ts'

/** What several processes of the service do together. */
interface WorkerFigures {
  readonly workers: number
  /** Requests/s, the median. */
  readonly rate: number
  /** Requests/s divided by those of one process, median over the rounds. */
  readonly toOne: number
}

export const workers: Benchmark = {
  name: 'workers',
  about: 'requests/s of one and of two processes that share a port',
  orders: 100_000,
  run: async bench => reportWorkers(await measureWorkers(bench)),
}

const COUNTS = [1, 2]

/** Loads one process and several in turn with pages of 50 accounts. */
async function measureWorkers(bench: Bench): Promise<WorkerFigures[]> {
  const { rounds, burst } = bench.options
  const { path } = await bench.network()
  const database = new Database(path)
  const requests = accountPages(database)
  database.close()
  const services: Service[] = []
  try {
    for (const workers of COUNTS) {
      services.push(await Service.start('--database', path, '--workers', String(workers)))
    }
    const rates = services.map((): number[] => [])
    // The first round warms all of them up and counts for nothing.
    for (let round = -1; round < rounds; round += 1) {
      bench.status.show(`loading one process and several, round ${round + 1} of ${rounds}`)
      for (const [index, service] of inTurn(services, round)) {
        const answered = await load(service.port, requests, burst, { awake: false })
        if (round >= 0) rates[index]?.push(answered.requests / answered.seconds)
      }
    }
    const [ofOne = []] = rates
    return rates.map((ofSome, index) => ({
      workers: COUNTS[index] ?? 0,
      rate: median(ofSome),
      toOne: medianRatio(ofSome, ofOne),
    }))
  } finally {
    bench.status.clear()
    await Promise.all(services.map(service => service.stop()))
  }
}

function reportWorkers(figures: readonly WorkerFigures[]): string {
  const rows = figures.map(({ workers, rate, toOne }) => [`${workers}`, count(rate), ratio(toOne)])
  return `Pages of about 50 accounts from several processes; the load takes its part of the cores\n${table(
    ['processes', 'requests/s', 'to one'],
    rows,
  )}`
}
