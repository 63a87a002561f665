import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Bench } from './bench.ts'
import { Child } from './child.ts'
import { commonest, randomOrders } from './database.ts'
import { get, type LoadRequest, openClients } from './load/client.ts'
import { column, type Load, loadServer } from './load/load.ts'
import { inRounds, median, medianRatio } from './rounds.ts'
import { count, micros, ratio, showStatus, table } from './table.ts'

const PARTIES = 300
const SIZES = [46, 47, 48, 49, 50, 51, 52, 53, 54, 55]
/** For each millisecond of a burst, so many different URLs that the service keeps no response until its URL comes again. */
const URLS = 15
const CONNECTIONS = 32

const REPLAY = fileURLToPath(new URL('load/replay-process.ts', import.meta.url))

/** Loads one process that serves a database, in turn with a bare server that replays its responses. */
export async function measureServer(bench: Bench): Promise<string> {
  const { rounds, burst } = bench.options
  const path = await bench.database()
  await using service = Child.serve(path)
  const origin = await service.address()
  const kinds = await kindsOf(path, origin, URLS * burst)
  const file = bench.path('requests.json')
  writeFileSync(file, JSON.stringify(Object.values(kinds).flatMap(({ toBare }) => toBare)))
  await using bare = new Child(REPLAY, [origin, file])
  const rows: string[][] = []
  for (const [title, { toOurs, toBare }] of Object.entries(kinds)) {
    const servers = [[service, toOurs] as const, [bare, toBare] as const]
    const [ours = [], ofBare = []] = await inRounds(servers, rounds, ([server, requests], { round }) => {
      showStatus(`${title}, round ${round} of ${rounds}`)
      return burstOf(server, requests, burst)
    })
    const toBase = (name: keyof Load) => ratio(medianRatio(column(ours, name), column(ofBare, name)))
    const own = (name: keyof Load) => median(column(ours, name))
    const figures = [count(own('rate')), micros(own('cpu')), count(own('bytes'))]
    rows.push([title, toBase('rate'), toBase('cpu'), ...figures])
  }
  const headings = ['', 'requests/s', 'CPU time', 'requests/s', 'CPU/request', 'bytes']
  return `One process, to bare node:http with the same responses in memory\n${table(headings, rows)}`
}

function burstOf(server: Child, requests: readonly LoadRequest[], milliseconds: number): Promise<Load> {
  // Another part of the requests in every burst, so that no server has the responses in memory.
  let index = Math.floor(Math.random() * requests.length)
  return loaded(server, () => requests[index++ % requests.length] as LoadRequest, milliseconds)
}

/** Loads a server with requests for a time, in milliseconds. */
export async function loaded(server: Child, next: () => LoadRequest, milliseconds: number): Promise<Load> {
  using clients = await openClients(await server.address(), CONNECTIONS, next)
  const load = await loadServer(server, clients, next, { warmUp: 0, milliseconds })
  if (load.refused > 0) throw new Error('a server refused requests')
  return load
}

/** Pages of about 50 accounts: the newest and the oldest of the parties that have the most. */
function accountPages(path: string): LoadRequest[] {
  const parties = commonest(path, 'accounts', ['owner'], PARTIES)
  const pages = SIZES.flatMap(size =>
    [true, false].map(newest => `pagination.first=${size}&pagination.newestFirst=${newest}`),
  )
  return pages.flatMap(page =>
    parties.map(([party]) => get(`/api/v2/accounts?filter.partyIds=${party}&${page}`)),
  )
}

/** Kinds of requests by title, to the service and to the bare server. */
async function kindsOf(path: string, origin: string, urls: number) {
  const accounts = accountPages(path).slice(0, urls)
  const orders = randomOrders(path, urls).map(id => get(`/api/v2/order/${id}`))
  const polled = get('/api/v2/stoporders?pagination.first=50')
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
