import { type Bench, rounded, status, type Table } from './bench.ts'
import { Child, CLI } from './child.ts'
import { kindsOf } from './kinds.ts'
import { type Load, load, quantile, withClients } from './load.ts'

/** Numbers of clients. Node raises the limit of open files by itself. */
const CLIENTS = [50, 1000, 5000, 10_000]
/** Minimum time for each client to send its first request, before anything is counted; milliseconds. */
const MIN_START = 0.15
/** In the warm-up the queue fills, and the first requests reach the limit of the delay: so many times the measurement. */
const WARM_UP = 4

/** Loads a service with clients that send their next request at once, also after a 503, each for another order. */
export async function measureOverload(bench: Bench, numbers: readonly number[] = CLIENTS): Promise<Table> {
  const { rounds, burst } = bench.options
  const database = await bench.database('ours')
  const orders = kindsOf(database).find(({ title }) => title === 'an order by id')!
  let sent = 0
  const next = () => ({ path: orders.path(sent++) })
  const loads = numbers.map((): Load[] => [])
  await using service = Child.serve(CLI, database)
  await withClients(service, Math.max(...numbers), async clients => {
    for (let round = 0; round < rounds; round += 1)
      for (const [index, number] of numbers.entries()) {
        status(`${number} clients that retry at once, round ${round + 1} of ${rounds}`)
        const milliseconds = 2 * burst
        const times = { warmUp: Math.max(WARM_UP * milliseconds, MIN_START * number), milliseconds }
        loads[index]?.push(await load(service, clients.slice(0, number), next, times))
      }
  })
  const medians = (name: keyof Load) =>
    loads.map(of =>
      quantile(
        of.map(each => each[name]),
        0.5,
      ),
    )
  const [rates, refused] = [medians('rate'), medians('refused')]
  const row = (index: number) => ({
    'to peak': rounded((rates[index] ?? 0) / Math.max(...rates)),
    'successful/s': rounded(rates[index] ?? 0, 0),
    'with 503': rounded(refused[index] ?? 0),
  })
  return Object.fromEntries(
    numbers.map((number, index) => [`${number} clients that retry at once`, row(index)]),
  )
}
