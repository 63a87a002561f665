import type { Bench, Benchmark } from './benchmark.ts'
import { operationOf } from './lists/requests.ts'
import { burstOf } from './load/bursts.ts'
import { Contender } from './load/contender.ts'
import { type Outcome, offerLoad } from './load/open-loop.ts'
import { median } from './rounds.ts'
import { clearStatus, showStatus } from './status.ts'
import { count, ratio, table } from './table.ts'

/** The offered load, as a multiple of the maximum. */
const EXCESS = 4
/** Approximate records of a page: the default of a request. */
const RECORDS = 1000

/** One round of overload. Times in milliseconds. */
export interface OverloadFigures {
  /** Successful responses/s at the maximum load, when clients wait for each response. */
  readonly maximum: number
  /** Under overload, per second of the load: all requests, and those with a successful response. */
  readonly offered: number
  readonly successful: number
  /** Shares of the offered requests: with 503, and without a response or with another error. */
  readonly shed: number
  readonly failed: number
  /** Response times without other load, and under overload: successful ones, and those with 503. */
  readonly alone: Percentiles
  readonly response: Percentiles
  readonly refusal: Percentiles
  /** From the end of the load until a response is as fast as without load. */
  readonly recovery: number
}

interface Percentiles {
  readonly p50: number
  readonly p99: number
}

export const overload: Benchmark = {
  name: 'overload',
  about: `responses, refusals and recovery at ${EXCESS} times the maximum load of the service`,
  orders: 100_000,
  run: async bench => reportOverload(await measureOverload(bench)),
}

/** Default of `serve`; milliseconds. */
const MAX_DELAY = 1000

/** Measures the maximum load of one process, offers more, and measures the recovery; in every round. */
export async function measureOverload(bench: Bench, maxDelay = MAX_DELAY): Promise<OverloadFigures[]> {
  const { rounds, burst } = bench.options
  const { path } = await bench.network()
  // The maximum is measured on a service that refuses nothing.
  const patient = await Contender.start({ serve: { database: path } })
  const service = await Contender.start({ serve: { database: path, maxDelay } })
  try {
    const figures: OverloadFigures[] = []
    // Round 0 warms up and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      showStatus(`overload, round ${round} of ${rounds}`)
      const figure = await measureRound(patient.origin, service.origin, { burst, maxDelay })
      if (round > 0) figures.push(figure)
    }
    return figures
  } finally {
    patient.stop()
    service.stop()
    clearStatus()
  }
}

/** So many pages, from both ends of the list, that the service cannot keep all responses. */
const PAGES = Array.from({ length: 400 }, (_, index) => {
  const query = `pagination.first=${RECORDS - 200 + index}&pagination.newestFirst=${index % 2 === 0}`
  return { path: `${operationOf('listAccounts').path}?${query}`, headers: {}, status: 200 }
})

async function offer(origin: string, load: { perSecond: number; milliseconds: number }): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  await offerLoad(
    origin,
    () => PAGES[next++ % PAGES.length]!,
    load,
    outcome => outcomes.push(outcome),
  )
  return outcomes
}

async function measureRound(
  patient: string,
  service: string,
  { burst, maxDelay }: { burst: number; maxDelay: number },
): Promise<OverloadFigures> {
  const alone = percentiles(await offer(service, { perSecond: 50, milliseconds: 2 * burst }))
  const { rate: maximum } = await burstOf({ origin: patient, requests: PAGES }, 2 * burst)
  // Enough time for the queue to fill, and to stay full.
  const milliseconds = Math.max(5 * maxDelay, burst)
  const outcomes = await offer(service, { perSecond: EXCESS * maximum, milliseconds })
  const recovered = await recover(service, alone)
  const [accepted = [], shed = []] = ['200', '503'].map(status =>
    outcomes.filter(({ result }) => result === status),
  )
  const end = outcomes.reduce((latest, { done }) => Math.max(latest, done), 0)
  return {
    maximum,
    offered: (1000 * outcomes.length) / milliseconds,
    successful: (1000 * accepted.length) / end,
    shed: shed.length / outcomes.length,
    failed: 1 - (accepted.length + shed.length) / outcomes.length,
    alone,
    response: percentiles(accepted),
    refusal: percentiles(shed),
    recovery: end - milliseconds + recovered,
  }
}

/** Maximum wait for the recovery; milliseconds. */
const MAX_RECOVERY = 10_000

/** Time until a response is about as fast as without load, in milliseconds. */
async function recover(origin: string, { p99 }: Percentiles): Promise<number> {
  const started = performance.now()
  for (;;) {
    const [probe] = await offer(origin, { perSecond: 1000, milliseconds: 1 })
    const passed = performance.now() - started
    const isFast = probe?.result === '200' && probe.done - probe.sent <= 2 * p99
    if (isFast || passed > MAX_RECOVERY) return passed
  }
}

function percentiles(outcomes: readonly Outcome[]): Percentiles {
  const times = outcomes.map(({ sent, done }) => done - sent).sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

function reportOverload(rounds: readonly OverloadFigures[]): string {
  const of = (figure: (round: OverloadFigures) => number) => median(rounds.map(figure))
  const time = (title: string, figure: (round: OverloadFigures) => number) => [
    title,
    ratio(of(figure) / MAX_DELAY),
    `${of(figure).toFixed(1)} ms`,
  ]
  const rate = (title: string, figure: (round: OverloadFigures) => number) => [
    title,
    ratio(of(round => figure(round) / round.maximum)),
    `${count(of(figure))}/s`,
  ]
  const title = `Pages of about ${RECORDS} accounts at ${EXCESS} times the maximum load of one process`
  const rates = [
    rate('maximum', round => round.maximum),
    rate('offered', round => round.offered),
    rate('successful', round => round.successful),
    ['share with 503', ratio(of(round => round.shed)), ''],
    ['share failed otherwise', ratio(of(round => round.failed)), ''],
  ]
  const times = [
    time('without load, p50', round => round.alone.p50),
    time('without load, p99', round => round.alone.p99),
    time('successful, p50', round => round.response.p50),
    time('successful, p99', round => round.response.p99),
    time('with 503, p99', round => round.refusal.p99),
    time('recovery', round => round.recovery),
  ]
  return `${title}\n${table(['requests', 'to maximum', 'rate'], rates)}\n${table(['time', 'to --max-delay', ''], times)}`
}
