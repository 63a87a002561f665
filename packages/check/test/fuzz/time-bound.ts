import { operations } from '../../src/contract/operations.ts'
import type { SimulatedNetwork } from '../network.ts'

/**
 * How much longer than its measure a request may take, at its best of several tries: a range of dates with several
 * parties is read as hundreds of index ranges, whatever the size of the page.
 */
const FACTOR = 40
const TRIES = 5

/**
 * A bound for the time of a request, in milliseconds, by the values it gives and the rows of its response. Its measures
 * are taken in the same process, so the bound is a ratio and holds on any machine.
 */
export async function timeBound(
  network: SimulatedNetwork,
): Promise<(values: number, rows: number) => number> {
  const lists = operations.filter(({ page, path }) => page !== undefined && !path.includes('{'))
  const paths = lists
    .filter(({ parameters }) => parameters.every(({ required }) => !required))
    .map(({ path }) => path)
  let one = 0
  let row = 0
  for (const path of paths) {
    const short = await bestTime(network, `${path}?pagination.first=1`)
    const long = await bestTime(network, `${path}?pagination.first=5000`)
    const rows = rowsOf((await network.get(`${path}?pagination.first=5000`)).text)
    one = Math.max(one, short)
    row = Math.max(row, (long - short) / Math.max(rows, 1))
  }
  return (values, rows) => FACTOR * (one * (1 + values / 10) + row * rows)
}

/** The shortest time that a request took in several tries: what it costs, without what else the machine did. */
export async function bestTime({ get }: SimulatedNetwork, target: string, method = 'GET'): Promise<number> {
  let best = Infinity
  for (let n = 0; n < TRIES; n += 1) {
    const started = performance.now()
    await get(target, method)
    best = Math.min(best, performance.now() - started)
  }
  return best
}

/** The rows of a response, counted by their cursors. */
export function rowsOf(text: string): number {
  return text.split('"cursor":"').length - 1
}
