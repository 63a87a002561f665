import type { Bench, Benchmark } from './benchmark.ts'
import { measureImpatient, reportImpatient } from './impatient.ts'
import { operationOf } from './lists/requests.ts'
import { burstOf } from './load/bursts.ts'
import { Contender } from './load/contender.ts'
import { type Outcome, offerLoad } from './load/open-loop.ts'
import { median, medianRatio } from './rounds.ts'
import { clearStatus, showStatus } from './status.ts'
import { count, ratio, table } from './table.ts'

/** The offered load, as a multiple of the maximum. */
const EXCESS = 4
/** Approximate records of a page: the default of a request. */
const RECORDS = 1000

/** The figures of one round, by their titles. */
export type OverloadFigures = Awaited<ReturnType<typeof measureRound>>

export const overload: Benchmark = {
  name: 'overload',
  about: `responses, refusals and recovery at ${EXCESS} times the maximum load, and with clients that retry at once`,
  orders: 100_000,
  run: async bench => {
    const parts = [reportOverload(await measureOverload(bench))]
    for (const maxDelay of [MAX_DELAY, SHORT_DELAY])
      parts.push(reportImpatient(maxDelay, await measureImpatient(bench, maxDelay)))
    return parts.join('\n')
  },
}

/** Default of `serve`, and a short one; milliseconds. */
const MAX_DELAY = 1000
const SHORT_DELAY = 200

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
      const figure = await measureRound(patient, service, { burst, maxDelay })
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

/** Times in milliseconds. The recovery is from the end of the load until a response is as fast as without load. */
async function measureRound(
  patient: Contender,
  service: Contender,
  { burst, maxDelay }: { burst: number; maxDelay: number },
) {
  const { origin } = service
  const alone = timesOf(await offer(origin, { perSecond: 50, milliseconds: 2 * burst }))
  const loaded = { origin: patient.origin, requests: PAGES, cpu: () => patient.cpu() }
  const { rate: maximum, cpu } = await burstOf(loaded, 2 * burst)
  // Enough time for the queue to fill, and to stay full.
  const milliseconds = Math.max(5 * maxDelay, burst)
  const cpuBefore = await service.cpu()
  const outcomes = await offer(origin, { perSecond: EXCESS * maximum, milliseconds })
  const cpuUsed = (await service.cpu()) - cpuBefore
  const recovered = await recover(origin, alone(0.99))
  const withStatus = (status: string) => outcomes.filter(({ result }) => result === status)
  const [accepted, shed] = [withStatus('200'), withStatus('503')]
  const [successful, refused] = [timesOf(accepted), timesOf(shed)]
  const end = outcomes.reduce((latest, { done }) => Math.max(latest, done), 0)
  return {
    rates: {
      maximum,
      offered: (1000 * outcomes.length) / milliseconds,
      successful: (1000 * accepted.length) / end,
      // The load generator takes CPU time too, and more under overload.
      'successful, by CPU time': (maximum * accepted.length * cpu) / cpuUsed,
    },
    shares: {
      'with 503': shed.length / outcomes.length,
      'failed otherwise': 1 - (accepted.length + shed.length) / outcomes.length,
    },
    times: {
      'without load, p50': alone(0.5),
      'without load, p99': alone(0.99),
      'successful, p50': successful(0.5),
      'successful, p99': successful(0.99),
      'with 503, p99': refused(0.99),
      recovery: end - milliseconds + recovered,
    },
  }
}

/** Maximum wait for the recovery; milliseconds. */
const MAX_RECOVERY = 10_000

/** Time until a response is about as fast as without load, in milliseconds. */
async function recover(origin: string, usual: number): Promise<number> {
  const started = performance.now()
  for (;;) {
    const [probe] = await offer(origin, { perSecond: 1000, milliseconds: 1 })
    const passed = performance.now() - started
    const isFast = probe?.result === '200' && probe.done - probe.sent <= 2 * usual
    if (isFast || passed > MAX_RECOVERY) return passed
  }
}

/** The percentiles of response times; 0.5 is the median. */
function timesOf(outcomes: readonly Outcome[]): (share: number) => number {
  const times = outcomes.map(({ sent, done }) => done - sent).sort((a, b) => a - b)
  return share => times[Math.floor(share * (times.length - 1))] ?? Number.NaN
}

function reportOverload(rounds: readonly OverloadFigures[]): string {
  const rows = (
    of: keyof OverloadFigures,
    base: (round: OverloadFigures) => number,
    text: (figure: number) => string,
  ) =>
    Object.keys(rounds[0]?.[of] ?? {}).map(title => {
      const figures = rounds.map(round => (round[of] as Record<string, number>)[title] ?? Number.NaN)
      return [title, ratio(medianRatio(figures, rounds.map(base))), text(median(figures))]
    })
  const rates = rows(
    'rates',
    ({ rates }) => rates.maximum,
    rate => `${count(rate)}/s`,
  )
  const shares = rows(
    'shares',
    () => 1,
    () => '',
  )
  const times = rows(
    'times',
    () => MAX_DELAY,
    time => `${time.toFixed(1)} ms`,
  )
  return `Pages of about ${RECORDS} accounts at ${EXCESS} times the maximum load of one process
${table(['requests', 'to maximum', ''], rates)}
${table(['share of the offered requests', '', ''], shares)}
${table(['response time', 'to --max-delay', ''], times)}`
}
