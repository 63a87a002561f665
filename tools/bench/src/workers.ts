import type { Bench, Benchmark } from './benchmark.ts'
import { burstsInTurn, column, type Loaded } from './bursts.ts'
import { Child } from './child.ts'
import { Database } from './database.ts'
import { median, medianRatio } from './interleaved.ts'
import { count, ratio, table } from './report.ts'
import { accountPages } from './server.ts'

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
  const { path } = await bench.network()
  const database = new Database(path)
  const requests = accountPages(database)
  database.close()
  const services: Child[] = []
  try {
    const servers: Loaded[] = []
    for (const workers of COUNTS) {
      const serve = ['serve', '--no-docs', '--port', '0', '--database', path, '--workers', `${workers}`]
      const service = new Child(serve, process.cwd())
      services.push(service)
      servers.push({ port: Number(new URL(await service.address('Serving')).port), requests })
    }
    const bursts = await burstsInTurn(servers, { ...bench.options, awake: false }, round =>
      bench.status.show(`loading one process and several, round ${round} of ${bench.options.rounds}`),
    )
    return bursts.map((ofSome, index) => ({
      workers: COUNTS[index] ?? 0,
      rate: median(column(ofSome, 'rate')),
      toOne: medianRatio(column(ofSome, 'rate'), column(bursts[0], 'rate')),
    }))
  } finally {
    bench.status.clear()
    await Promise.all(services.map(service => service.end()))
  }
}

function reportWorkers(figures: readonly WorkerFigures[]): string {
  const rows = figures.map(({ workers, rate, toOne }) => [`${workers}`, count(rate), ratio(toOne)])
  return `Pages of about 50 accounts from several processes; the load takes its part of the cores\n${table(
    ['processes', 'requests/s', 'to one'],
    rows,
  )}`
}
