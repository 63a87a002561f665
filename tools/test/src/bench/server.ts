import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Bench, Benchmark } from './benchmark.ts'
import { Child } from './child.ts'
import { Database } from './database.ts'
import { burstsInTurn, reportLoads, rowOf } from './load/bursts.ts'
import type { LoadRequest } from './load/client.ts'
import { operationOf } from './scale/requests.ts'

export const server: Benchmark = {
  name: 'server',
  run: measureServer,
}

const PARTIES = 300
const SIZES = [46, 47, 48, 49, 50, 51, 52, 53, 54, 55]
/** For each millisecond of a burst, so many different URLs that the service keeps no response until its URL comes again. */
const URLS = 15

const REPLAY = fileURLToPath(new URL('load/replay-process.ts', import.meta.url))

/** Loads one process that serves a database, in turn with a bare server that replays its responses. */
async function measureServer(bench: Bench): Promise<string> {
  const path = await bench.database()
  await using service = Child.serve(path)
  const origin = await service.address()
  const kinds = await kindsOf(path, origin, URLS * bench.options.burst)
  const file = bench.path('requests.json')
  writeFileSync(file, JSON.stringify(Object.values(kinds).flatMap(({ toBare }) => toBare)))
  await using bare = new Child(REPLAY, [origin, file])
  const rows: string[][] = []
  for (const [title, { toOurs, toBare }] of Object.entries(kinds)) {
    const servers = [
      { server: service, requests: toOurs },
      { server: bare, requests: toBare },
    ]
    const [ours, ofBare] = await burstsInTurn(title, servers, bench.options)
    rows.push(rowOf(title, ours, ofBare))
  }
  return reportLoads('One process, to bare node:http with the same responses in memory', rows)
}

const get = (path: string): LoadRequest => ({ path, headers: {}, status: 200 })

export const orderRequest = (id: string): LoadRequest =>
  get(operationOf('getOrder').path.replace('{orderId}', id))

/** Pages of about 50 accounts: the newest and the oldest of the parties that have the most. */
function accountPages(database: Database): LoadRequest[] {
  const path = operationOf('listAccounts').path
  const parties = database.commonest('accounts', ['owner'], PARTIES)
  const pages = SIZES.flatMap(size =>
    [true, false].map(newest => `pagination.first=${size}&pagination.newestFirst=${newest}`),
  )
  return pages.flatMap(page => parties.map(([party]) => get(`${path}?filter.partyIds=${party}&${page}`)))
}

/** Kinds of requests by title, to the service and to the bare server. */
async function kindsOf(path: string, origin: string, urls: number) {
  const [accounts, orderIds] = Database.read(path, database => [
    accountPages(database).slice(0, urls),
    database.orders(urls),
  ])
  const orders = orderIds.map(orderRequest)
  const polled = get(`/api/v2/stoporders?pagination.first=50`)
  const tag = (await fetch(origin + polled.path)).headers.get('etag') ?? ''
  const unchanged = { ...polled, headers: { 'if-none-match': tag }, status: 304 }
  return {
    'about 50 accounts of a random party': { toOurs: accounts, toBare: accounts },
    'a random order': { toOurs: orders, toBare: orders },
    'the same 50 stop orders, polled': { toOurs: [polled], toBare: [polled] },
    // A poll when nothing has changed, against sending the page again.
    'the same, unchanged (304)': { toOurs: [unchanged], toBare: [polled] },
  }
}
