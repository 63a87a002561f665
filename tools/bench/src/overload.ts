import type { Bench, Benchmark } from './benchmark.ts'
import { Contender } from './contender.ts'
import { median } from './interleaved.ts'
import { load } from './load.ts'
import { type Outcome, offerLoad } from './offered-load.ts'
import { operationOf } from './page-times.ts'
import { count, ratio, table } from './report.ts'

/** How many times the load it can carry the service is offered. */
const EXCESS = 4
/** Records of a page asked for, about: those of a request that does not say. */
const RECORDS = 1000

/** How the service fares under more load than it can carry. Times in milliseconds. */
export interface OverloadFigures {
  /** Requests/s that it answers when clients wait for their answers. */
  readonly capacity: number
  /** Requests/s offered. */
  readonly offered: number
  /** Refused with 503, and failed in any other way, as shares of the requests offered. */
  readonly shed: number
  readonly failed: number
  /** Answers/s under overload divided by the capacity. */
  readonly ofCapacity: number
  /** Time of an answer with nothing else going on. */
  readonly alone: Percentiles
  /** Time of an answer, and of a refusal, under overload. */
  readonly answer: Percentiles
  readonly refusal: Percentiles
  /** From the end of the load until all is answered and an answer comes as quickly again as alone. */
  readonly recovery: number
}

interface Percentiles {
  readonly p50: number
  readonly p99: number
}

export const overload: Benchmark = {
  name: 'overload',
  about: `what becomes of requests at ${EXCESS} times the load that the service can carry`,
  orders: 100_000,
  run: async bench => reportOverload(await measureOverload(bench)),
}

/** What `serve` allows unless told. */
const MAX_DELAY = 1000

/** Finds out what one process can carry, offers it more, and sees it recover; as often as there are rounds. */
export async function measureOverload(bench: Bench, maxDelay = MAX_DELAY): Promise<OverloadFigures[]> {
  const { options, status } = bench
  const { path } = await bench.network()
  // What can be carried is measured where nothing is refused, however many wait.
  const patient = await Contender.start({ serve: { database: path } })
  const service = await Contender.start({ serve: { database: path, maxDelay } })
  try {
    const figures: OverloadFigures[] = []
    // The first round warms them up and counts for nothing.
    for (let round = -1; round < options.rounds; round += 1) {
      status.show(`overloading, round ${round + 1} of ${options.rounds}`)
      const figure = await measureRound(patient.port, service.port, { burst: options.burst, maxDelay })
      if (round >= 0) figures.push(figure)
    }
    return figures
  } finally {
    patient.stop()
    service.stop()
    status.clear()
  }
}

/** So many pages, from both ends of the list, that the service cannot have them all in memory. */
const PAGES = Array.from({ length: 400 }, (_, index) => {
  const query = `pagination.first=${RECORDS - 200 + index}&pagination.newestFirst=${index % 2 === 0}`
  return `${operationOf('listAccounts').path}?${query}`
})

async function measureRound(
  patient: number,
  service: number,
  { burst, maxDelay }: { burst: number; maxDelay: number },
): Promise<OverloadFigures> {
  const alone = percentiles(await offerLoad(service, PAGES, { perSecond: 50, milliseconds: 2 * burst }))
  const pages = PAGES.map(path => ({ path, headers: {}, status: 200 }))
  const { requests, seconds } = await load(patient, pages, 2 * burst)
  const capacity = requests / seconds
  // Long enough for the queue to fill, and to stay full for a while.
  const milliseconds = Math.max(5 * maxDelay, burst)
  const outcomes = await offerLoad(service, PAGES, { perSecond: EXCESS * capacity, milliseconds })
  const again = await quickAgain(service, alone)

  const withStatus = (status: number) => outcomes.filter(outcome => outcome.status === status)
  const [accepted, shed] = [withStatus(200), withStatus(503)]
  const end = Math.max(...outcomes.map(({ done }) => done))
  return {
    capacity,
    offered: outcomes.length / (milliseconds / 1000),
    shed: shed.length / outcomes.length,
    failed: 1 - (accepted.length + shed.length) / outcomes.length,
    ofCapacity: accepted.length / (end / 1000) / capacity,
    alone,
    answer: percentiles(accepted),
    refusal: percentiles(shed),
    recovery: end - milliseconds + again,
  }
}

/** A service that is not well again by then is not given more time; milliseconds. */
const MAX_RECOVERY = 10_000

/** How long it takes until an answer comes about as quickly as alone, in milliseconds. */
async function quickAgain(port: number, { p99 }: Percentiles): Promise<number> {
  const started = performance.now()
  for (;;) {
    const [probe] = await offerLoad(port, PAGES, { perSecond: 1000, milliseconds: 1 })
    const passed = performance.now() - started
    const isQuick = probe?.status === 200 && probe.done - probe.sent <= 2 * p99
    if (isQuick || passed > MAX_RECOVERY) return passed
  }
}

function percentiles(outcomes: readonly Outcome[]): Percentiles {
  const times = outcomes.map(({ sent, done }) => done - sent).sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

function reportOverload(figures: readonly OverloadFigures[]): string {
  const of = (figure: (one: OverloadFigures) => number) => median(figures.map(figure))
  const milliseconds = (figure: (one: OverloadFigures) => number) => `${of(figure).toFixed(1)} ms`
  const shares = [
    ['requests/s offered to those it can carry', ratio(of(one => one.offered / one.capacity))],
    ['answers/s to those it can carry', ratio(of(one => one.ofCapacity))],
    ['share refused with 503', ratio(of(one => one.shed))],
    ['share failed otherwise', ratio(of(one => one.failed))],
    ['answer, p50 to that of one alone', ratio(of(one => one.answer.p50 / one.alone.p50))],
    ['answer, p99 to that of one alone', ratio(of(one => one.answer.p99 / one.alone.p99))],
    ['answer, p99 to the delay allowed', ratio(of(one => one.answer.p99 / MAX_DELAY))],
    ['recovery to the delay allowed', ratio(of(one => one.recovery / MAX_DELAY))],
    ['requests/s it can carry', count(of(one => one.capacity))],
    ['requests/s offered', count(of(one => one.offered))],
    ['one answer alone, p50', milliseconds(one => one.alone.p50)],
    ['one answer alone, p99', milliseconds(one => one.alone.p99)],
    ['answer, p50', milliseconds(one => one.answer.p50)],
    ['answer, p99', milliseconds(one => one.answer.p99)],
    ['refusal, p99', milliseconds(one => one.refusal.p99)],
    ['recovery', milliseconds(one => one.recovery)],
  ]
  return `Pages of about ${RECORDS} accounts at ${EXCESS} times the load that one process can carry\n${table(['', ''], shares)}`
}
