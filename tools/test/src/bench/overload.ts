import { type Bench, count, type Row, ratio, status } from './bench.ts'
import { Child, CLI } from './child.ts'
import { kindsOf } from './kinds.ts'
import { type Load, load, quantile, withClients } from './load.ts'

/** Numbers of clients. Node raises the limit of open files by itself. */
const CLIENTS = [50, 1000, 5000, 10_000]
/** Minimum time for each client to send its first request, before anything is counted; milliseconds. */
const MIN_START = 0.15
/** In the warm-up the queue fills, and the first requests reach the limit of the delay; milliseconds. */
const WARM_UP = 3000

/** Loads a service with clients that send their next request at once, also after a 503, each for another order. */
export async function measureOverload(bench: Bench, numbers: readonly number[] = CLIENTS): Promise<Row[]> {
  const { rounds, burst } = bench.options
  const database = await bench.database('ours')
  const orders = kindsOf(database).find(({ title }) => title === 'an order by id')!
  let sent = 0
  const next = () => ({ path: orders.path(sent++) })
  await using service = Child.serve(CLI, database)
  const loads = await withClients(service, Math.max(...numbers), async clients => {
    const found = numbers.map((): Load[] => [])
    for (let round = 0; round < rounds; round += 1)
      for (const [index, number] of numbers.entries()) {
        status(`${number} clients that retry at once, round ${round + 1} of ${rounds}`)
        const warmUp = Math.max(WARM_UP, MIN_START * number)
        found[index]?.push(
          await load(service, clients.slice(0, number), next, { warmUp, milliseconds: 2 * burst }),
        )
      }
    return found
  })
  const median = (of: readonly Load[], name: keyof Load) =>
    quantile(
      of.map(each => each[name]),
      0.5,
    )
  const peak = Math.max(...loads.map(of => median(of, 'rate')))
  const leastCpu = Math.min(...loads.map(of => median(of, 'cpu')))
  return numbers.map((number, index) => {
    const of = loads[index] ?? []
    return {
      'clients that retry at once': count(number),
      'to peak': ratio(median(of, 'rate') / peak),
      'by CPU time': ratio(leastCpu / median(of, 'cpu')),
      'successful/s': count(median(of, 'rate')),
      '99 of 100 within': `${count(median(of, 'p99') / 1000)} ms`,
      'with 503': ratio(median(of, 'refused')),
    }
  })
}
