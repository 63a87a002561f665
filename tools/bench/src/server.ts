import type { Bench, Benchmark } from './benchmark.ts'
import { burstsInTurn, column, type Loaded } from './bursts.ts'
import { Contender } from './contender.ts'
import { Database } from './database.ts'
import { median, medianRatio } from './interleaved.ts'
import type { LoadRequest } from './load.ts'
import { operationOf } from './page-times.ts'
import { count, micros, ratio, table } from './report.ts'

/** How the service stands against the bare server, for one kind of request. */
export interface ServerFigures {
  readonly title: string
  /** Requests/s of the service divided by those of the bare server, median over the rounds. */
  readonly share: number
  /** Processor time of the bare server per request divided by that of the service, median over the rounds. */
  readonly cpuShare: number
  /** Requests/s, medians. */
  readonly service: number
  readonly bare: number
  /** Processor time per request in microseconds, medians. */
  readonly serviceCpu: number
  readonly bareCpu: number
  /** Mean size of an answer, header included. */
  readonly bytes: number
}

export const server: Benchmark = {
  name: 'server',
  about: 'requests/s as a share of a bare node:http server that has the same answers in memory',
  orders: 100_000,
  run: async bench => reportServer(await measureServer(bench)),
}

interface Kind {
  readonly title: string
  readonly requests: readonly LoadRequest[]
  /** What the bare server is asked meanwhile. */
  readonly bareRequests: readonly LoadRequest[]
}

/** So many different addresses, asked for in turn, that the service has forgotten each before it comes again. */
const SAMPLE = { parties: 300, sizes: [46, 47, 48, 49, 50, 51, 52, 53, 54, 55], orders: 30_000 }

/** Serves one database from one process, and loads it in turn with the bare server that replays its answers. */
export async function measureServer(bench: Bench): Promise<ServerFigures[]> {
  const { path } = await bench.network()
  const service = await Contender.start({ serve: { database: path } })
  try {
    const kinds = await kindsOf(path, service.origin)
    const requests = kinds.flatMap(kind => kind.bareRequests)
    const bare = await Contender.start({ replay: { origin: service.origin, requests } })
    try {
      const figures: ServerFigures[] = []
      for (const kind of kinds) figures.push(await compare(bench, kind, service, bare))
      return figures
    } finally {
      bare.stop()
    }
  } finally {
    service.stop()
    bench.status.clear()
  }
}

const pathOf = (operationId: string) => operationOf(operationId).path

const get = (path: string): LoadRequest => ({ path, headers: {}, status: 200 })

/** Pages of about 50 accounts: the newest and the oldest ones of those parties that have the most. */
export function accountPages(database: Database): LoadRequest[] {
  const path = pathOf('listAccounts')
  const parties = database.parties(SAMPLE.parties)
  const pages = SAMPLE.sizes.flatMap(size =>
    [true, false].map(newest => `pagination.first=${size}&pagination.newestFirst=${newest}`),
  )
  return pages.flatMap(page => parties.map(party => get(`${path}?filter.partyIds=${party}&${page}`)))
}

async function kindsOf(path: string, origin: string): Promise<Kind[]> {
  const database = new Database(path)
  try {
    const accounts = accountPages(database)
    const orders = database
      .orders('orders', SAMPLE.orders)
      .map(({ orderId }) => get(pathOf('getOrder').replace('{orderId}', orderId)))
    const polled = get(`${pathOf('listStopOrders')}?pagination.first=50`)
    const tag = (await fetch(origin + polled.path)).headers.get('etag') ?? ''
    const unchanged = { ...polled, headers: { 'if-none-match': tag }, status: 304 }
    return [
      { title: 'about 50 accounts of a random party', requests: accounts, bareRequests: accounts },
      { title: 'a random order', requests: orders, bareRequests: orders },
      { title: 'the same 50 stop orders, polled', requests: [polled], bareRequests: [polled] },
      // What a poll costs when nothing has changed, against sending the page again.
      { title: 'the same, unchanged (304)', requests: [unchanged], bareRequests: [polled] },
    ]
  } finally {
    database.close()
  }
}

async function compare(
  { options, status }: Bench,
  { title, requests, bareRequests }: Kind,
  service: Contender,
  bare: Contender,
): Promise<ServerFigures> {
  const servers = [loaded(service, requests), loaded(bare, bareRequests)]
  const [ofService, ofBare] = await burstsInTurn(servers, options, round =>
    status.show(`loading: ${title}, round ${round} of ${options.rounds}`),
  )
  return {
    title,
    share: medianRatio(column(ofService, 'rate'), column(ofBare, 'rate')),
    cpuShare: medianRatio(column(ofBare, 'cpu'), column(ofService, 'cpu')),
    service: median(column(ofService, 'rate')),
    bare: median(column(ofBare, 'rate')),
    serviceCpu: median(column(ofService, 'cpu')),
    bareCpu: median(column(ofBare, 'cpu')),
    bytes: median(column(ofService, 'bytes')),
  }
}

function loaded(contender: Contender, requests: readonly LoadRequest[]): Loaded {
  return { port: contender.port, requests, cpu: () => contender.cpu() }
}

function reportServer(figures: readonly ServerFigures[]): string {
  const headings = ['', 'of bare', 'by CPU time', 'requests/s', 'bare', 'CPU/request', 'bare', 'bytes']
  const rows = figures.map(({ title, share, cpuShare, service, bare, serviceCpu, bareCpu, bytes }) => [
    title,
    ratio(share),
    ratio(cpuShare),
    count(service),
    count(bare),
    micros(serviceCpu),
    micros(bareCpu),
    count(bytes),
  ])
  return `One process against bare node:http with the same answers in memory\n${table(headings, rows)}`
}
