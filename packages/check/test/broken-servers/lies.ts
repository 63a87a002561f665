import type { Reply } from '../network.ts'
import { answers, asks, type BrokenServer, type Node, nodes, pages, rewriteBody, rewrites } from './server.ts'

/** What a server lies about. */
export const kinds = ['values', 'paging', 'errors', 'headers', 'freshness', 'browsers'] as const

export interface Lie extends BrokenServer {
  readonly kind: (typeof kinds)[number]
}

const set = (reply: Reply, name: string, value: string | undefined) => {
  if (value === undefined) delete reply.headers[name]
  else reply.headers[name] = value
}
const withHeader = (operation: string, name: string, header: string, value?: string) =>
  answers(operation, name, reply => header in reply.headers && set(reply, header, value))
const plus = (value: unknown, more: bigint) => String(BigInt(String(value)) + more)
const given = (url: URL, name: string) => url.searchParams.has(name)
const isError = ({ status }: Reply) => status >= 400
let requests = 0

/** Each line is one lie. */
// biome-ignore format: a table has one line for each.
const lies: Readonly<Record<Lie['kind'], readonly BrokenServer[]>> = {
  values: [
    pages('listAccounts', 'adds the balances under a party', (page, url) => given(url, 'filter.partyIds') && page.edges.map(({ node }) => (node.balance = plus(node.balance, 1n)))),
    pages('getStake', 'counts pending links', (page, _, body) => (body.currentStakeAvailable = plus(body.currentStakeAvailable, BigInt(page.edges.filter(({ node }) => node.status !== 'STATUS_ACCEPTED').length)))),
    nodes('listStopOrders', 'has no time of the latest state', ({ stopOrder }) => ((stopOrder as Node).updatedAt = '0')),
    rewrites('getOrder', 'shows the latest state as each earlier version', 200, ({ order }, { url }) => given(url, 'version') && Object.assign(order as Node, { remaining: '0', size: '9' })),
    pages('listEpochRewardSummaries', 'doubles amounts with the oldest first', (page, url) => url.searchParams.get('pagination.newestFirst') === 'false' && page.edges.map(({ node }) => (node.amount = plus(node.amount, BigInt(String(node.amount)))))),
  ],
  paging: [
    pages('listStopOrders', 'drops a row of pages from the end', (page, url) => given(url, 'pagination.before') && page.edges.length > 1 && page.edges.shift()),
    asks('listAccounts', 'has the first page for any cursor', url => url.searchParams.delete('pagination.after')),
    pages('listEpochRewardSummaries', 'sorts within a page only', (page, url) => given(url, 'pagination.first') && page.edges.reverse()),
    pages('listLiquidityProvisions', 'says that no page follows one of two rows', ({ edges, pageInfo }) => edges.length === 2 && Object.assign(pageInfo, { hasNextPage: false })),
    asks('listFundingPeriodDataPoints', 'has at most 10 rows', url => Number(url.searchParams.get('pagination.first')) > 10 && url.searchParams.set('pagination.first', '10')),
  ],
  errors: [
    answers('listStopOrders', 'explains nothing', reply => isError(reply) && rewriteBody(reply, body => (body.message = '.'))),
    answers('listAccounts', 'explains no parameter', reply => (reply.text = reply.text.replaceAll(/"description":"[^"]*"/g, '"description":""'))),
    answers('getOrder', 'has one code for all errors', reply => isError(reply) && rewriteBody(reply, body => (body.code = 3))),
    asks('listLiquidityProvisions', 'ignores an unknown name beside a known one', url => url.searchParams.size > 1 && url.searchParams.delete('noSuchParameter')),
    answers('getStake', 'answers DELETE', reply => reply.status === 405 && Object.assign(reply, { status: 404 })),
  ],
  headers: [
    withHeader('listAccounts', 'lets a cache keep pages', 'cache-control', 'no-cache="etag", max-age=600'),
    withHeader('getOrder', 'follows an earlier contract', 'x-contract-version', '2.1.0'),
    answers('listStopOrders', 'names two times to retry', reply => reply.headers['retry-after'] && set(reply, 'retry-after', '9')),
    withHeader('listAccounts', 'takes every method, it says', 'allow', 'GET, HEAD, POST'),
    answers('getStake', 'has a new tag in each response', reply => reply.headers.etag && set(reply, 'etag', `W/"${requests++}"`)),
  ],
  freshness: [
    answers('listAccounts', 'has an earlier block in a 304', reply => reply.status === 304 && set(reply, 'x-block-height', plus(reply.headers['x-block-height'], -1n))),
    { operation: 'getOrder', name: 'forgets the minimum height beside a tag', answer: ({ url, method, headers: { 'x-min-block-height': height, ...others } }, correct) => correct(url.pathname + url.search, method, others['if-none-match'] === undefined && height !== undefined ? { ...others, 'x-min-block-height': height } : others) },
    answers('getStake', 'goes back one block in every second response', reply => requests++ % 2 === 0 && 'x-block-height' in reply.headers && set(reply, 'x-block-height', plus(reply.headers['x-block-height'], -1n))),
    answers('listStopOrders', 'takes the time of its clock for that of a block', reply => 'x-block-timestamp' in reply.headers && set(reply, 'x-block-timestamp', `${1_800_000_000_000 + requests++}000000`)),
    answers('listStopOrders', 'is at a later block than its 503 says', (reply, { headers }) => reply.status === 503 && set(reply, 'x-block-height', headers['x-min-block-height'])),
  ],
  browsers: [
    withHeader('listAccounts', 'lets no website in', 'access-control-allow-origin'),
    answers('listStopOrders', 'hides its errors from websites', reply => isError(reply) && set(reply, 'access-control-allow-origin', undefined)),
    withHeader('getStake', 'hides the height of the block', 'access-control-expose-headers', 'etag, retry-after'),
    answers('getOrder', 'refuses preflights', (reply, { method }) => method === 'OPTIONS' && Object.assign(reply, { status: 405 })),
    withHeader('listNodeSignatures', 'lets no website send a tag', 'access-control-allow-headers', 'x-request-id'),
  ],
}

/** Thirty servers, five of each kind. */
export const allLies: readonly Lie[] = kinds.flatMap(kind => lies[kind].map(each => ({ ...each, kind })))
