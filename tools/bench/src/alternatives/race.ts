import type { Bench } from '../benchmark.ts'
import { burstsInTurn, column } from '../bursts.ts'
import type { Contender } from '../contender.ts'
import { median, medianRatio } from '../interleaved.ts'
import type { LoadRequest } from '../load.ts'

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
  { options, status }: Pick<Bench, 'options' | 'status'>,
  runners: readonly Runner[],
): Promise<Result[]> {
  const servers = runners.map(runner => ({
    port: runner.contender.port,
    requests: runner.requests,
    cpu: () => timeTaken(runner),
  }))
  const bursts = await burstsInTurn(servers, options, (round, index) =>
    status.show(`round ${round} of ${options.rounds}: ${runners[index]?.title}`),
  )
  status.clear()
  return runners.map(({ title }, index) => ({
    title,
    firstToThis: medianRatio(column(bursts[0], 'rate'), column(bursts[index], 'rate')),
    rate: median(column(bursts[index], 'rate')),
    cpu: median(column(bursts[index], 'cpu')),
    bytes: median(column(bursts[index], 'bytes')),
  }))
}

async function timeTaken({ contender, elsewhere }: Runner): Promise<number> {
  return (await contender.cpu()) + ((await elsewhere?.()) ?? 0)
}
