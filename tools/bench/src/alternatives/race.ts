import type { Bench } from '../benchmark.ts'
import type { Contender } from '../contender.ts'
import { inTurn, median, medianRatio } from '../interleaved.ts'
import { type LoadRequest, load } from '../load.ts'

/** A server that runs, and what it is asked. */
export interface Runner {
  readonly title: string
  readonly contender: Pick<Contender, 'port' | 'cpu'>
  readonly requests: readonly LoadRequest[]
  /** Processor time in microseconds that its database has taken besides it. */
  readonly elsewhere?: () => Promise<number>
}

/** How a server did against the first one. */
export interface Result {
  readonly title: string
  /** Requests/s of the first server divided by those of this one, median over the rounds. */
  readonly firstToThis: number
  /** Requests/s, median. */
  readonly rate: number
  /** Processor time per request in microseconds, with that of its database; median. */
  readonly cpu: number
  /** Mean size of an answer, header included. */
  readonly bytes: number
}

/** Loads all servers in turn, round after round. */
export async function race(
  { options: { rounds, burst }, status }: Pick<Bench, 'options' | 'status'>,
  runners: readonly Runner[],
): Promise<Result[]> {
  const rates = runners.map((): number[] => [])
  const cpus = runners.map((): number[] => [])
  const sizes = runners.map((): number[] => [])
  // The first round warms all up and counts for nothing.
  for (let round = -1; round < rounds; round += 1) {
    for (const [index, runner] of inTurn(runners, round)) {
      const { title, contender, requests } = runner
      status.show(`round ${round + 1} of ${rounds}: ${title}`)
      const before = await timeTaken(runner)
      const answered = await load(contender.port, requests, burst)
      if (round < 0) continue
      rates[index]?.push(answered.requests / answered.seconds)
      cpus[index]?.push(((await timeTaken(runner)) - before) / answered.requests)
      sizes[index]?.push(answered.bytes / answered.requests)
    }
  }
  status.clear()
  return runners.map(({ title }, index) => ({
    title,
    firstToThis: medianRatio(rates[0] ?? [], rates[index] ?? []),
    rate: median(rates[index] ?? []),
    cpu: median(cpus[index] ?? []),
    bytes: median(sizes[index] ?? []),
  }))
}

async function timeTaken({ contender, elsewhere }: Runner): Promise<number> {
  return (await contender.cpu()) + ((await elsewhere?.()) ?? 0)
}
