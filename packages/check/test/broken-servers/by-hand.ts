import type { Reply } from '../network.ts'
import {
  answers,
  asks,
  type BrokenServer,
  change,
  type Get,
  given,
  isError,
  type Node,
  nodes,
  type Page,
  pages,
  rewriteBody,
  rewrites,
  targetOf,
  withHeader,
} from './server.ts'

/** A broken server that one check must find on its own; others may find it too. */
export interface CaughtServer extends BrokenServer {
  readonly caughtBy: string
  /** The check whose requests show the defect. */
  readonly shownBy: string
}

const caught = (caughtBy: string, server: BrokenServer, shownBy = caughtBy) => ({
  ...server,
  caughtBy,
  shownBy,
})
/** A server whose responses break a rule on all of them, in the requests of a check. */
const shown = (shownBy: string, server: BrokenServer) => caught('responses', server, shownBy)
const unchanged = (reply: Reply): Reply => Object.assign(reply, { status: 304, text: '' })

/** The sum of the linkings that count. */
const stakeOf = (edges: Page['edges'], isCounted: (node: Node) => boolean) =>
  edges.reduce((sum, { node }) => (isCounted(node) ? sum + BigInt(String(node.amount)) : sum), 0n)

/** Lets rejected unlinks lower the stake. */
function withRejectedUnlinks({ edges }: Page, _: URL, body: Node) {
  const isLost = ({ type, status }: Node) => type === 'TYPE_UNLINK' && status === 'STATUS_REJECTED'
  const stake = BigInt(String(body.currentStakeAvailable)) - stakeOf(edges, isLost)
  body.currentStakeAvailable = String(stake > 0n ? stake : 0n)
}

/** Pages whose cursors count rows, of a request that has a size and a cursor at most. */
async function counted(url: URL, method: string, correct: Get): Promise<Reply> {
  const size = Number(url.searchParams.get('pagination.first'))
  const after = url.searchParams.get('pagination.after')
  const isPlain = [...url.searchParams.keys()].every(name => /first$|after$/.test(name)) && method === 'GET'
  if (!isPlain || !(size >= 1 && size <= 5000)) return correct(targetOf(url), method)
  const reply = await correct(`${url.pathname}?pagination.first=5000`)
  rewriteBody(reply, ({ orders }) => {
    const page = orders as Page
    const start = after === null ? 0 : Number(Buffer.from(after, 'base64url').toString()) + 1
    const all = page.edges.map(({ node }, place) => ({
      node,
      cursor: Buffer.from(String(place)).toString('base64url'),
    }))
    page.edges = all.slice(start, start + size)
    const [startCursor, endCursor] = [page.edges[0], page.edges.at(-1)].map(row => row?.cursor ?? '')
    Object.assign(page.pageInfo, {
      startCursor,
      endCursor,
      hasNextPage: start + size < all.length,
      hasPreviousPage: start > 0,
    })
  })
  return reply
}

const givenTags = new Map<string, Set<string>>()

async function remembering(url: URL, tag: string | undefined, reply: Reply): Promise<Reply> {
  const known = givenTags.get(targetOf(url)) ?? new Set()
  givenTags.set(targetOf(url), known.add(reply.headers.etag ?? ''))
  return known.has(tag ?? '') && reply.status === 200 ? unchanged(reply) : reply
}

async function previousVersion({ pathname }: URL, reply: Reply, correct: Get): Promise<Reply> {
  const { order } = JSON.parse(reply.text || '{}') as { order?: Node }
  const version = BigInt(String(order?.version ?? 0))
  return version < 2n ? reply : correct(`${pathname}?version=${version - 1n}`)
}

const emptyPage = {
  edges: [],
  pageInfo: { startCursor: '', endCursor: '', hasNextPage: false, hasPreviousPage: false },
}
const noMarket = {
  code: 5,
  message: 'no such market',
  details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo' }],
}

/** A server that sends each 404 of an order at once, with these headers. */
const withoutWait = (name: string, confirmation: Readonly<Record<string, string>>): BrokenServer => ({
  operation: 'getOrder',
  name,
  answer: async ({ url, method, headers }, correct) => {
    const { prefer: _, ...others } = headers
    const reply = await correct(targetOf(url), method, others)
    if (reply.status !== 404) return correct(targetOf(url), method, headers)
    return { ...reply, headers: { ...reply.headers, ...confirmation } }
  },
})

/** Broken servers that only a person would think of: most are mistakes that an earlier version of the check passed. */
// biome-ignore format: a table has one line for each.
export const handMadeServers: readonly CaughtServer[] = [
  // The right records in the wrong shape.
  caught('responses', nodes('listStopOrders', 'null in place of an absent field', ({ stopOrder }) => ((stopOrder as Node).rejectionReason ??= null))),
  caught('responses', nodes('listNodeSignatures', 'bytes in hexadecimal', node => (node.sig = Buffer.from(String(node.sig), 'base64').toString('hex')))),
  caught('responses', nodes('getStake', 'a 64-bit integer out of range', node => (node.blockHeight = '18446744073709551616'))),
  caught('responses', answers('listNodeSignatures', 'a body that breaks off', reply => (reply.text = reply.text.slice(0, -1)))),
  shown('parameters alone', nodes('listLiquidityProvisions', 'current and pending swapped', node => node.pending && Object.assign(node, { current: node.pending, pending: node.current }))),
  shown('derived parties', pages('listAccounts', 'parentPartyId with includeDerivedParties only', ({ edges }, url) => url.searchParams.get('includeDerivedParties') !== 'true' && edges.map(({ node }) => delete node.parentPartyId))),
  shown('mistyped ids', pages('listAccounts', 'cursors on an empty page', ({ edges, pageInfo }) => edges.length === 0 && Object.assign(pageInfo, { startCursor: 'AAAA' }))),
  shown('page sizes', pages('getStake', 'the sum of the linkings of the page', ({ edges }, _, body) => (body.currentStakeAvailable = String(stakeOf(edges, ({ status }) => status === 'STATUS_ACCEPTED'))))),
  // Bad requests.
  shown('bad values', rewrites('listAccounts', 'the query in the message', 400, body => (body.message = 'SELECT * FROM accounts failed'))),
  caught('bad values', asks('listLiquidityProvisions', 'takes 1 for true', url => change(url, 'live', live => (live === '1' ? 'true' : live)))),
  caught('bad values', asks('listStopOrders', 'splits a list at commas', url => (url.search = url.search.replace(/(filter\.partyIds)=([^&]*)(,|%2C)/i, '$1=$2&$1=')))),
  caught('bad values', asks('listStopOrders', 'takes more values than the limit', ({ searchParams: query }) => query.getAll('filter.partyIds').length > 100 && query.set('filter.partyIds', 'network'))),
  caught('bad values', asks('getStake', 'ignores a name without a value', url => (url.search = url.search.replace(/[?&][^=&]+$/, '')))),
  caught('bad values', asks('listEpochRewardSummaries', 'lets integers overflow', url => change(url, 'filter.toEpoch', epoch => (/^\d+$/.test(epoch) ? String(BigInt.asUintN(64, BigInt(epoch))) : epoch)))),
  caught('repeated parameter', asks('listFundingPeriodDataPoints', 'takes the last of several sequences', url => url.searchParams.getAll('seq').slice(-1).map(last => url.searchParams.set('seq', last)))),
  caught('letter case', asks('listStopOrders', 'distinguishes the letter case of markets', url => change(url, 'filter.marketIds', id => (/^(?=.*[A-F])[0-9A-F]{64}$/.test(id) ? '0'.repeat(64) : id)))),
  caught('unknown parameter', asks('listStopOrders', 'takes names in snake_case', url => (url.search = url.search.replaceAll(/_([a-z])(?=[^&]*=)/g, (_, letter: string) => letter.toUpperCase())))),
  caught('mistyped ids', asks('listAccounts', 'lists nothing under an id with a digit missing', url => change(url, 'filter.assetId', id => (/^[0-9a-f]{63}$/.test(id) ? `0${id}` : id)))),
  caught('mistyped ids', asks('listNodeSignatures', 'takes a well-known name in any letter case', url => change(url, 'id', id => (id === 'vote' ? 'VOTE' : id)))),
  caught('mistyped ids', asks('listAccounts', 'refuses a name that an account carries', url => change(url, 'filter.assetId', id => (id === 'myToken' ? 'zz' : id)))),
  caught('unknown id', answers('listFundingPeriodDataPoints', '404 for a market without records', (reply, { url }) => url.pathname.includes('/0f1e2d3c') && reply.status === 200 && Object.assign(reply, { status: 404, text: JSON.stringify(noMarket) }))),
  caught('unknown id', answers('getOrder', 'makes up an order that never was', (reply, { url }) => url.pathname.includes('/0f1e2d3c') && Object.assign(reply, { status: 200 }))),
  caught('conflicting parameters', asks('listAccounts', 'ignores last beside first', url => given(url, 'pagination.first') && url.searchParams.delete('pagination.last'))),
  caught('parameters alone', asks('listAccounts', 'includes derived parties of nobody', url => given(url, 'filter.partyIds') || url.searchParams.delete('includeDerivedParties'))),
  caught('missing parameter', answers('listNodeSignatures', 'lists nothing without the id', (reply, { url }) => !given(url, 'id') && Object.assign(reply, { status: 200, text: JSON.stringify({ signatures: emptyPage }) }))),
  caught('foreign cursor', asks('listStopOrders', 'takes the cursors of other lists', url => ['pagination.after', 'pagination.before'].map(name => url.searchParams.get(name)?.startsWith('B') === false && url.searchParams.delete(name)))),
  caught('block heights', answers('getStake', 'block 0 in errors', reply => isError(reply) && Object.assign(reply.headers, { 'x-block-height': '0' }))),
  caught('wrong method', { operation: 'getStake', name: 'takes PATCH for GET', answer: ({ url, method }, correct) => correct(targetOf(url), method.replace('PATCH', 'GET')) }),
  caught('unknown path', asks('listReferralSetReferees', 'answers any path below', url => (url.pathname = url.pathname.replace('/no-such-path', '')))),
  // Headers.
  caught('conditional requests', answers('listAccounts', 'sends 304 for any If-None-Match', (reply, { headers }) => 'if-none-match' in headers && reply.status === 200 && unchanged(reply))),
  caught('conditional requests', answers('listStopOrders', 'sends 304 for any If-None-Match beside a filter', (reply, { url, headers }) => /filter/.test(url.search) && 'if-none-match' in headers && reply.status === 200 && unchanged(reply))),
  caught('conditional requests', answers('getStake', 'sends 304 for bad requests', (reply, { headers }) => 'if-none-match' in headers && reply.status === 400 && unchanged(reply))),
  caught('conditional requests', withHeader('getOrder', 'has the same ETag everywhere', 'etag', () => 'W/"same"')),
  { ...caught('conditional requests', { operation: 'listAccounts', name: 'sends 304 for the tag of an earlier state', answer: async ({ url, method, headers }, correct) => remembering(url, headers['if-none-match'], await correct(targetOf(url), method, headers)) }), moving: true },
  shown('conditional requests', answers('listStopOrders', 'sends a body with 304', reply => reply.status === 304 && Object.assign(reply, { text: '{}' }))),
  caught('block heights', { operation: 'listAccounts', name: 'ignores X-Min-Block-Height', answer: ({ url, method, headers: { 'x-min-block-height': _, ...others } }, correct) => correct(targetOf(url), method, others) }),
  shown('HEAD requests', { operation: 'listAccounts', name: 'ignores the query of HEAD', answer: async ({ url, method, headers }, correct) => { const reply = await correct(targetOf(url), method, headers); return method === 'HEAD' && reply.status === 200 ? correct(url.pathname, method, headers) : reply } }),
  caught('HEAD requests', { operation: 'listAccounts', name: 'ignores X-Min-Block-Height of HEAD', answer: ({ url, method, headers: { 'x-min-block-height': height = '0', ...others } }, correct) => correct(targetOf(url), method, method === 'HEAD' ? others : { ...others, 'x-min-block-height': height }) }),
  caught('browsers', withHeader('getStake', 'lets one website in', 'access-control-allow-origin', () => 'https://a.example')),
  shown('encodings', { operation: 'listAccounts', name: 'has the default page for names in percent codes', answer: ({ url, method, headers }, correct) => correct(/%\w\w[^=&]*=/.test(url.search) ? url.pathname : targetOf(url), method, headers) }),
  caught('rate limit', withHeader('listAccounts', 'always has as many requests left', 'ratelimit-remaining', () => '1000')),
  caught('request ids', withHeader('listAccounts', 'repeats its request id', 'x-request-id', () => 'same')),
  caught('waiting requests', withoutWait('refuses an unknown order at once', {})),
  caught('waiting requests', withoutWait('confirms a wait for an order, and does not wait', { 'preference-applied': 'wait=1' })),
  caught('waiting requests', { operation: 'getStake', name: 'confirms a wait for a change, and does not wait', answer: async ({ url, method, headers: { prefer = '', ...others } }, correct) => { const reply = await correct(targetOf(url), method, others); return reply.status === 304 && /^wait=\d/.test(prefer) && others['if-none-match'] !== '*' ? { ...reply, headers: { ...reply.headers, 'preference-applied': prefer } } : reply } }),
  // Pages.
  caught('parameters alone', asks('listAccounts', 'has a default page of 100', url => /first=|last=/.test(url.search) || url.searchParams.set('pagination.first', '100'))),
  caught('newest first', asks('listFundingPeriodDataPoints', 'has the oldest first by default', url => given(url, 'pagination.newestFirst') || url.searchParams.set('pagination.newestFirst', 'false'))),
  caught('page sizes', asks('listFundingPeriodDataPoints', 'takes last for first', url => /before=|first=/.test(url.search) || Object.assign(url, { search: url.search.replace('pagination.last=', 'pagination.first=') }))),
  caught('walks', pages('listStopOrders', 'loses the last row of a page', ({ edges, pageInfo }) => edges.pop() && Object.assign(pageInfo, { startCursor: edges[0]?.cursor ?? '', endCursor: edges.at(-1)?.cursor ?? '' }))),
  caught('page ends', pages('getStake', 'has a previous page whenever there is a cursor', ({ pageInfo }, url) => (pageInfo.hasPreviousPage = given(url, 'pagination.after') || given(url, 'pagination.before')))),
  { ...caught('repeated walks', { operation: 'listStopOrders', name: 'has cursors that count rows', answer: ({ url, method }, correct) => counted(url, method, correct) }), moving: true },
  // Well-formed records that are wrong, or not the requested ones.
  caught('parameters alone', pages('listLiquidityProvisions', 'lists live provisions only', (page, url) => url.searchParams.get('live') === 'true' && Object.assign(page, { edges: page.edges.filter(({ node }) => (node.current as Node).status === 'STATUS_ACTIVE') }))),
  shown('order versions', rewrites('getOrder', 'shows expired orders as active', 200, ({ order }) => (order as Node).status === 'STATUS_EXPIRED' && Object.assign(order as Node, { status: 'STATUS_ACTIVE' }))),
  caught('records', pages('listNodeSignatures', 'lists the first signature twice', ({ edges: [first, second] }) => first && second && Object.assign(second, { node: first.node }))),
  caught('parameter combinations', asks('listAccounts', 'takes any type of account of an asset', url => given(url, 'filter.assetId') && url.searchParams.delete('filter.accountTypes'))),
  caught('derived parties', asks('listAccounts', 'includes derived parties of one party only', ({ searchParams: query }) => new Set(query.getAll('filter.partyIds')).size > 1 && query.delete('includeDerivedParties'))),
  caught('derived parties', asks('listAccounts', 'never includes derived parties', url => url.searchParams.delete('includeDerivedParties'))),
  caught('triggered orders', rewrites('getOrder', 'has one side in every order', 200, ({ order }) => Object.assign(order as Node, { side: 'SIDE_BUY' }))),
  caught('limits', asks('listFundingPeriodDataPoints', 'has records in a range without length', ({ searchParams: query }) => query.get('dateRange.startTimestamp') === query.get('dateRange.endTimestamp') && query.delete('dateRange.endTimestamp'))),
  caught('limits', asks('listFundingPeriodDataPoints', 'finds no point of an unspecified source', url => url.searchParams.get('source') === 'SOURCE_UNSPECIFIED' && url.searchParams.set('seq', '18446744073709551615'))),
  caught('aggregation', asks('listReferralSetReferees', 'takes no epochs for the default', url => change(url, 'aggregationEpochs', epochs => (epochs === '0' ? '30' : epochs)))),
  caught('several values', asks('listAccounts', 'finds nothing for many values', url => url.searchParams.getAll('filter.partyIds').length > 20 && url.searchParams.set('filter.partyIds', '0'.repeat(64)))),
  caught('available stake', pages('getStake', 'lets rejected unlinks lower the stake', withRejectedUnlinks)),
  caught('order versions', { operation: 'getOrder', name: 'serves the version before the latest', answer: async ({ url, method }, correct) => { const reply = await correct(targetOf(url), method); return given(url, 'version') ? reply : previousVersion(url, reply, correct) } }),
  caught('order versions', asks('getOrder', 'takes the latest for a version that never was', url => Number(url.searchParams.get('version')) > 1_000_000 && url.searchParams.delete('version'))),
]
