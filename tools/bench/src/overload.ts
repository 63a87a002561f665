import type { Bench, Benchmark } from './benchmark.ts'
import { measureImpatient, reportImpatient } from './impatient.ts'
import { operationOf } from './lists/requests.ts'
import { Clients, type Response } from './load/clients.ts'
import { possibleConnections } from './load/connection.ts'
import { Contender } from './load/contender.ts'
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

/** Connections for the offered load, if the system allows so many. */
const CLIENTS = 10_000

/** Measures the maximum load of one process, offers more, and measures the recovery; in every round. */
export async function measureOverload(
  bench: Bench,
  maxDelay = MAX_DELAY,
  connections = possibleConnections(CLIENTS),
): Promise<OverloadFigures[]> {
  const { rounds, burst } = bench.options
  const { path } = await bench.network()
  // The maximum is measured on a service that refuses nothing.
  const patient = await Contender.start({ serve: { database: path } })
  const service = await Contender.start({ serve: { database: path, maxDelay } })
  const loop = await Clients.open(patient.origin, MAXIMUM_CLIENTS, nextPage())
  const clients = await Clients.open(service.origin, connections, nextPage())
  try {
    const figures: OverloadFigures[] = []
    // Round 0 warms up and does not count.
    for (let round = 0; round <= rounds; round += 1) {
      showStatus(`overload, round ${round} of ${rounds}`)
      const figure = await measureRound({ loop, patient }, { clients, service }, { burst, maxDelay })
      if (round > 0) figures.push(figure)
    }
    return figures
  } finally {
    loop.end()
    clients.end()
    patient.stop()
    service.stop()
    clearStatus()
  }
}

/** Clients that wait for each response, for the maximum load. */
const MAXIMUM_CLIENTS = 32

/**
 * Returns a function that returns the path of the next page. There are so many pages, from both ends of the list, that
 * the service cannot keep all responses.
 */
function nextPage(): () => string {
  const { path } = operationOf('listAccounts')
  let index = 0
  return () => {
    index = (index + 1) % 400
    return `${path}?pagination.first=${RECORDS - 200 + index}&pagination.newestFirst=${index % 2 === 0}`
  }
}

/** Times in milliseconds. The recovery is from the end of the load until a response is as fast as without load. */
async function measureRound(
  { loop, patient }: { loop: Clients; patient: Contender },
  { clients, service }: { clients: Clients; service: Contender },
  { burst, maxDelay }: { burst: number; maxDelay: number },
) {
  const { responses: unloaded } = await clients.offer({ perSecond: 50, milliseconds: 2 * burst })
  const alone = timesOf(unloaded)
  const { rate: maximum, perCpuSecond } = await loop.saturate(patient, {
    clients: MAXIMUM_CLIENTS,
    milliseconds: 2 * burst,
  })
  // Enough time for the queue to fill, and to stay full.
  const milliseconds = Math.max(5 * maxDelay, burst)
  const cpuBefore = await service.cpu()
  const { responses, unsent } = await clients.offer({ perSecond: EXCESS * maximum, milliseconds })
  const cpuUsed = (await service.cpu()) - cpuBefore
  const recovered = await recover(clients, alone(0.99))
  const withStatus = (wanted: number) => responses.filter(({ status }) => status === wanted)
  const [accepted, shed] = [withStatus(200), withStatus(503)]
  const [successful, refused] = [timesOf(accepted), timesOf(shed)]
  const offered = responses.length + unsent
  const end = responses.reduce((latest, { done }) => Math.max(latest, done), 0)
  return {
    rates: {
      maximum,
      offered: (1000 * offered) / milliseconds,
      successful: (1000 * accepted.length) / end,
      // The load generator takes CPU time too, and more under overload.
      'successful, by CPU time': (maximum * accepted.length * 1e6) / cpuUsed / perCpuSecond,
    },
    shares: {
      'with 503': shed.length / offered,
      'not sent, since all connections wait': unsent / offered,
      'failed otherwise': (responses.length - accepted.length - shed.length) / offered,
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
async function recover(clients: Clients, usual: number): Promise<number> {
  const started = performance.now()
  for (;;) {
    const [probe] = (await clients.offer({ perSecond: 1000, milliseconds: 1 })).responses
    const passed = performance.now() - started
    const isFast = probe?.status === 200 && probe.done - probe.sent <= 2 * usual
    if (isFast || passed > MAX_RECOVERY) return passed
  }
}

/** The percentiles of response times; 0.5 is the median. */
function timesOf(responses: readonly Response[]): (share: number) => number {
  const times = responses.map(({ sent, done }) => done - sent).sort((a, b) => a - b)
  return share => times[Math.floor(share * (times.length - 1))] ?? Number.NaN
}

function reportOverload(rounds: readonly OverloadFigures[]): string {
  const rows = (
    of: keyof OverloadFigures,
    base: (round: OverloadFigures) => number = () => 1,
    text: (figure: number) => string = () => '',
  ) =>
    Object.keys(rounds[0]?.[of] ?? {}).map(title => {
      const figures = rounds.map(round => (round[of] as Record<string, number>)[title] ?? Number.NaN)
      return [title, ratio(medianRatio(figures, rounds.map(base))), text(median(figures))]
    })
  const perSecond = (rate: number) => `${count(rate)}/s`
  const milliseconds = (time: number) => `${time.toFixed(1)} ms`
  const rates = rows('rates', ({ rates }) => rates.maximum, perSecond)
  const shares = rows('shares')
  const times = rows('times', () => MAX_DELAY, milliseconds)
  return `Pages of about ${RECORDS} accounts at ${EXCESS} times the maximum load of one process
${table(['requests', 'to maximum', ''], rates)}
${table(['share of the offered requests', '', ''], shares)}
${table(['response time', 'to --max-delay', ''], times)}`
}
