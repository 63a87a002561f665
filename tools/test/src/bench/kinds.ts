import { DatabaseSync } from 'node:sqlite'

/** Requests of one kind, each with an address of its own, so that no server has the response in memory. */
export interface Kind {
  readonly title: string
  /** Returns the path of a request by its number. */
  path(number: number): string
  readonly headers?: Readonly<Record<string, string>>
  /** The expected status; 200 when absent. */
  readonly status?: number
}

/** Later than all records; Unix nanoseconds. */
const LATE = 4n * 10n ** 18n
const HASH = 'lower(hex(id))'
/** In no order of time: else the faster server, which gets further, would have other pages than the slower one. */
const SHUFFLED = 'pos * 7919 % 10007, pos'
const OF_NAMES = 'length(n.text) = 64'

/** Returns the kinds of requests for a database, with identifiers, times and cursors of its records. */
export function kindsOf(database: string): Kind[] {
  const read = (sql: string) => columnOf(database, sql)
  const names = (table: string, column: string) =>
    read(
      `SELECT n.text FROM (SELECT DISTINCT ${column} AS id FROM ${table}) JOIN names n USING (id) WHERE ${OF_NAMES}`,
    )
  const cursors = (table: string) =>
    read(`SELECT substr(edge, -22, 20) FROM ${table} ORDER BY ${SHUFFLED} LIMIT 20000`)
  const parties = names('accounts', 'owner')
  const orders = read(`SELECT ${HASH} FROM orders LIMIT 50000`)
  const sellers = names('stop_orders', 'party')
  const times = read(`SELECT changed FROM stop_orders ORDER BY ${SHUFFLED} LIMIT 20000`)
  const pages = { accounts: cursors('accounts'), stopOrders: cursors('stop_orders') }
  const resources = names('node_signatures', 'resource')
  const markets = names('funding_points', 'market')
  const stakers = names('stake_linkings', 'party')
  const provided = names('liquidity_provisions', 'market')
  const sets = names('referees', 'referral_set')
  /** Each round over the values asks for another size, which is more than these lists have. */
  const of = (title: string, values: readonly string[], start: (value: string) => string): Kind => ({
    title,
    path(number) {
      const path = start(values[number % values.length] ?? '')
      const size = 400 + Math.floor(number / values.length)
      return `/api/v2/${path}${path.includes('?') ? '&' : '?'}pagination.first=${size}`
    },
  })
  const anywhere = (title: string, list: string, cursors: readonly string[]): Kind => ({
    title,
    path(number) {
      const size = 50 + Math.floor(number / cursors.length)
      return `/api/v2/${list}?pagination.first=${size}&pagination.after=${cursors[number % cursors.length]}`
    },
  })
  const before = (time: bigint) => `filter.dateRange.endTimestamp=${time}`
  const ofParty = (number: number) => `filter.partyIds=${sellers[number % sellers.length]}`
  /** Each round over the times asks for a later nanosecond. */
  const time = (number: number) =>
    BigInt(times[number % times.length] ?? 0) + BigInt(Math.floor(number / times.length))
  return [
    of('accounts of a party', parties, party => `accounts?filter.partyIds=${party}`),
    anywhere('50 accounts anywhere', 'accounts', pages.accounts),
    { title: 'an order by id', path: number => `/api/v2/order/${orders[number % orders.length]}` },
    of('stop orders of a party', sellers, party => `stoporders?filter.partyIds=${party}`),
    anywhere('50 stop orders anywhere', 'stoporders', pages.stopOrders),
    {
      title: 'stop orders of a party by a date',
      path: number => `/api/v2/stoporders?${ofParty(number)}&${before(time(number))}`,
    },
    {
      title: '50 live stop orders by a date',
      path: number => `/api/v2/stoporders?filter.liveOnly=true&pagination.first=50&${before(time(number))}`,
    },
    of('signatures of a resource', resources, id => `node/signatures?id=${id}`),
    {
      title: '50 epoch summaries',
      path: number => `/api/v2/rewards/epoch/summaries?pagination.first=50&filter.toEpoch=${10_000 + number}`,
    },
    {
      title: '50 funding points of a market',
      path: number =>
        `/api/v2/funding-periods/data-points/${markets[number % markets.length]}?pagination.first=50&dateRange.endTimestamp=${LATE + BigInt(number)}`,
    },
    of('stake of a party', stakers, id => `parties/${id}/stake`),
    of('live provisions of a market', provided, id => `liquidity/all-provisions?marketId=${id}&live=true`),
    of('referees of a set', sets, id => `referral-sets/referees?referralSetId=${id}`),
  ]
}

/** A page that all clients ask for, which the service has in memory, and the same one for clients that have it. */
export async function polledKinds(origin: string): Promise<Kind[]> {
  const path = () => '/api/v2/stoporders?pagination.first=50'
  const tag = (await fetch(origin + path())).headers.get('etag') ?? ''
  const headers = { 'if-none-match': tag }
  return [
    { title: 'the same 50 stop orders, polled', path },
    { title: 'the same, unchanged (304), against sending it', path, headers, status: 304 },
  ]
}

/** The first column of the rows of a query, as text. */
function columnOf(path: string, sql: string): string[] {
  using database = new DatabaseSync(path, { readOnly: true })
  const statement = database.prepare(sql)
  statement.setReadBigInts(true)
  return statement.all().map(row => String(Object.values(row)[0]))
}
