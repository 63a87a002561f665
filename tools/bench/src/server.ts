import type { Bench, Benchmark } from './benchmark.ts'
import { Database } from './database.ts'
import { operationOf } from './lists/requests.ts'
import { type Burst, burstsInTurn, column, type LoadRequest } from './load/bursts.ts'
import { Contender } from './load/contender.ts'
import { median, medianRatio } from './rounds.ts'
import { clearStatus, showStatus } from './status.ts'
import { count, micros, ratio, table } from './table.ts'

export const server: Benchmark = {
  name: 'server',
  about: 'requests/s as a share of a bare node:http server that has the same responses in memory',
  orders: 100_000,
  run: async bench => reportServer(await measureServer(bench)),
}

/** A kind of request. */
interface Kind {
  readonly title: string
  readonly requests: readonly LoadRequest[]
  /** The requests to the bare server. */
  readonly bareRequests: readonly LoadRequest[]
}

/** The bursts of the service and of the bare server with one kind of request. */
export interface KindBursts {
  readonly title: string
  readonly service: readonly Burst[]
  readonly bare: readonly Burst[]
}

/** So many different URLs that the service keeps no response until its URL comes again. */
const SAMPLE = { parties: 300, sizes: [46, 47, 48, 49, 50, 51, 52, 53, 54, 55], orders: 6000 }

/** Loads one process that serves a database, in turn with a bare server that replays its responses. */
export async function measureServer(bench: Bench): Promise<KindBursts[]> {
  const { path } = await bench.network()
  const service = await Contender.start({ serve: { database: path } })
  let bare: Contender | undefined
  try {
    const kinds = await kindsOf(path, service.origin)
    const replayed = kinds.flatMap(kind => kind.bareRequests)
    bare = await Contender.start({ replay: { origin: service.origin, requests: replayed } })
    const measured: KindBursts[] = []
    for (const { title, requests, bareRequests } of kinds) {
      const servers = [loaded(service, requests), loaded(bare, bareRequests)]
      const [ofService = [], ofBare = []] = await burstsInTurn(servers, bench.options, round =>
        showStatus(`${title}, round ${round} of ${bench.options.rounds}`),
      )
      measured.push({ title, service: ofService, bare: ofBare })
    }
    return measured
  } finally {
    bare?.stop()
    service.stop()
    clearStatus()
  }
}

const pathOf = (operationId: string) => operationOf(operationId).path

const get = (path: string): LoadRequest => ({ path, headers: {}, status: 200 })

/** Pages of about 50 accounts: the newest and the oldest of the parties that have the most. */
export function accountPages(database: Database): LoadRequest[] {
  const path = pathOf('listAccounts')
  const parties = database.commonest('accounts', ['owner'], SAMPLE.parties)
  const pages = SAMPLE.sizes.flatMap(size =>
    [true, false].map(newest => `pagination.first=${size}&pagination.newestFirst=${newest}`),
  )
  return pages.flatMap(page => parties.map(([party]) => get(`${path}?filter.partyIds=${party}&${page}`)))
}

async function kindsOf(path: string, origin: string): Promise<Kind[]> {
  const [accounts, orderIds] = Database.read(path, database => [
    accountPages(database),
    database.orders(SAMPLE.orders),
  ])
  const orders = orderIds.map(id => get(pathOf('getOrder').replace('{orderId}', id)))
  const polled = get(`${pathOf('listStopOrders')}?pagination.first=50`)
  const tag = (await fetch(origin + polled.path)).headers.get('etag') ?? ''
  const unchanged = { ...polled, headers: { 'if-none-match': tag }, status: 304 }
  return [
    { title: 'about 50 accounts of a random party', requests: accounts, bareRequests: accounts },
    { title: 'a random order', requests: orders, bareRequests: orders },
    { title: 'the same 50 stop orders, polled', requests: [polled], bareRequests: [polled] },
    // A poll when nothing has changed, against sending the page again.
    { title: 'the same, unchanged (304)', requests: [unchanged], bareRequests: [polled] },
  ]
}

function loaded(contender: Contender, requests: readonly LoadRequest[]) {
  return { origin: contender.origin, requests, cpu: () => contender.cpu() }
}

function reportServer(kinds: readonly KindBursts[]): string {
  const headings = ['', 'of bare', 'by CPU time', 'requests/s', 'bare', 'CPU/request', 'bare', 'bytes']
  const rows = kinds.map(({ title, service, bare }) => [
    title,
    ratio(medianRatio(column(service, 'rate'), column(bare, 'rate'))),
    ratio(medianRatio(column(bare, 'cpu'), column(service, 'cpu'))),
    ...[service, bare].map(bursts => count(median(column(bursts, 'rate')))),
    ...[service, bare].map(bursts => micros(median(column(bursts, 'cpu')))),
    count(median(column(service, 'bytes'))),
  ])
  return `One process against bare node:http with the same responses in memory\n${table(headings, rows)}`
}
