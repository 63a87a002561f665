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
const END = 'filter.dateRange.endTimestamp'
/** In no order of time: else the faster server, which gets further, would have other pages than the slower one. */
const SHUFFLED = 'ORDER BY pos * 7919 % 10007, pos LIMIT 20000'

const cursors = (table: string) => `SELECT substr(edge, -22, 20) FROM ${table} ${SHUFFLED}`
const names = (table: string, column: string) =>
  `SELECT text FROM (SELECT DISTINCT ${column} AS name FROM ${table}) JOIN names ON names.id = name WHERE length(text) = 64`

/**
 * A title, a query of values, and the path with one of them. Each round over the values asks for another size or time; the
 * sizes from 400 on are more than these lists have.
 */
type Row = readonly [title: string, values: string, path: (value: string, round: number) => string]
const ROWS: readonly Row[] = [
  ['accounts of a party', names('accounts', 'owner'), all('accounts?filter.partyIds=')],
  ['50 accounts anywhere', cursors('accounts'), page('accounts?pagination.after=', 50)],
  ['an order by id', 'SELECT lower(hex(id)) FROM orders LIMIT 50000', id => `order/${id}`],
  ['stop orders of a party', names('stop_orders', 'party'), all('stoporders?filter.partyIds=')],
  ['50 stop orders anywhere', cursors('stop_orders'), page('stoporders?pagination.after=', 50)],
  [
    'stop orders of a party by a date',
    `SELECT text || '&${END}=' || changed FROM stop_orders JOIN names ON names.id = party WHERE length(text) = 64 ${SHUFFLED}`,
    page('stoporders?filter.partyIds=', 1000),
  ],
  [
    '50 live stop orders by a date',
    `SELECT CAST(changed AS TEXT) FROM stop_orders ${SHUFFLED}`,
    page(`stoporders?filter.liveOnly=true&${END}=`, 50),
  ],
  ['signatures of a resource', names('node_signatures', 'resource'), all('node/signatures?id=')],
  [
    '50 epoch summaries',
    'SELECT 10000',
    (epoch, round) => `rewards/epoch/summaries?pagination.first=50&filter.toEpoch=${Number(epoch) + round}`,
  ],
  [
    '50 funding points of a market',
    names('funding_points', 'market'),
    (market, round) =>
      `funding-periods/data-points/${market}?pagination.first=50&dateRange.endTimestamp=${LATE + BigInt(round)}`,
  ],
  [
    'stake of a party',
    names('stake_linkings', 'party'),
    (party, round) => `parties/${party}/stake?pagination.first=${400 + round}`,
  ],
  [
    'live provisions of a market',
    names('liquidity_provisions', 'market'),
    all('liquidity/all-provisions?live=true&marketId='),
  ],
  ['referees of a set', names('referees', 'referral_set'), all('referral-sets/referees?referralSetId=')],
]

function page(path: string, size: number): Row[2] {
  return (value, round) => `${path}${value}&pagination.first=${size + round}`
}

function all(path: string): Row[2] {
  return page(path, 400)
}

/** Returns the kinds of requests for a database, with identifiers, times and cursors of its records. */
export function kindsOf(path: string): Kind[] {
  using database = new DatabaseSync(path, { readOnly: true })
  return ROWS.map(([title, query, pathOf]) => {
    const rows = database.prepare(query).all()
    // Many stop orders change at the same time.
    const values = [...new Set(rows.map(row => String(Object.values(row)[0])))]
    const value = (number: number) => values[number % values.length] ?? ''
    return { title, path: number => `/api/v2/${pathOf(value(number), Math.floor(number / values.length))}` }
  })
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
