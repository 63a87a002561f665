import { setTimeout as pause } from 'node:timers/promises'
import type { Reply } from '../network.ts'
import {
  type Asked,
  answers,
  asks,
  type BrokenServer,
  given,
  isError,
  type Node,
  nodes,
  pages,
  rewriteBody,
  rewrites,
  set,
  targetOf,
  withHeader,
} from './server.ts'

/** What a server lies about. */
export const kinds = ['values', 'paging', 'errors', 'headers', 'freshness', 'browsers'] as const

export interface Lie extends BrokenServer {
  readonly kind: (typeof kinds)[number]
}

const plus = (value: unknown, more: bigint) => String(BigInt(String(value)) + more)
let requests = 0

const bodies = new Map<string, Pick<Reply, 'text'> & { readonly etag: string | undefined }>()

/** A reply with the first body that was sent for its URL. */
function withFirstBody(reply: Reply, { url, method }: Asked) {
  if (reply.status !== 200 || method !== 'GET') return
  const first = bodies.get(url.href) ?? { text: reply.text, etag: reply.headers.etag }
  bodies.set(url.href, first)
  reply.text = first.text
  set(reply, 'etag', first.etag)
}

const isFiltered = (url: URL) => [...url.searchParams.keys()].some(name => !name.startsWith('pagination.'))

/** Marks the cursors of filtered pages; without a filter, such a cursor gets the first page. */
const boundCursors: BrokenServer = {
  operation: 'listEpochRewardSummaries',
  name: 'takes the cursors of a filter beside a filter only',
  answer: async ({ url, method, headers }, correct) => {
    const isBound = isFiltered(url)
    for (const name of ['pagination.after', 'pagination.before']) {
      const cursor = url.searchParams.get(name)
      if (cursor?.startsWith('filtered-') !== true) continue
      if (isBound) url.searchParams.set(name, cursor.slice('filtered-'.length))
      else url.searchParams.delete(name)
    }
    const reply = await correct(targetOf(url), method, headers)
    const marked = (_: string, name: string, cursor: string) => `"${name}":"filtered-${cursor}"`
    if (isBound) reply.text = reply.text.replaceAll(/"(\w*[cC]ursor)":"([^"]+)"/g, marked)
    return reply
  },
}

/** The highest block that the deaf server has sent. */
let latest = 0n

/** Holds every wait for its time, and a wait for a block until a second after others have got the block. */
const deafWaits: BrokenServer = {
  operation: 'listStopOrders',
  name: 'wakes nobody who waits',
  moving: true,
  byChance: true,
  answer: async ({ url, method, headers: { prefer = '', ...others } }, correct) => {
    const reply = await correct(targetOf(url), method, others)
    const height = BigInt(reply.headers['x-block-height'] ?? 0)
    if (height > latest) latest = height
    const seconds = /^wait=(\d)$/.exec(prefer)?.[1]
    const hasReason = /^W/.test(others['if-none-match'] ?? '') || 'x-min-block-height' in others
    if (seconds === undefined || !hasReason) return reply
    if (reply.status === 503) while (latest <= height) await pause(20)
    // Others receive the block some time after it is made.
    const late = reply.status === 503 ? 500 : 0
    if ([304, 503].includes(reply.status)) await pause(Number(seconds) * 1000 + late)
    set(reply, 'preference-applied', prefer)
    return reply
  },
}

let firstWebsite: string | undefined
function firstOf(website: string): string {
  firstWebsite ??= website
  return firstWebsite
}

/** Changes the parameters that a 400 names. */
function blame(details: Node[], change: (names: readonly string[]) => readonly string[]) {
  for (const detail of details) {
    const violations = detail.fieldViolations as Node[]
    const names = change(violations.map(({ field }) => String(field)))
    detail.fieldViolations = names.map(field => ({
      ...(violations.find(each => each.field === field) ?? violations[0]),
      field,
    }))
  }
}

function swapIfReversed({ searchParams }: URL, from: string, to: string) {
  const [start, end] = [searchParams.get(from) ?? '', searchParams.get(to) ?? '']
  if (!/^\d+$/.test(start) || !/^\d+$/.test(end) || BigInt(start) <= BigInt(end)) return
  searchParams.set(from, end)
  searchParams.set(to, start)
}

/** Each line is one lie. */
// biome-ignore format: a table has one line for each.
const lies: Readonly<Record<Lie['kind'], readonly BrokenServer[]>> = {
  values: [
    nodes('listStopOrders', 'has no time of the latest state', ({ stopOrder }) => ((stopOrder as Node).updatedAt = '0')),
    rewrites('getOrder', 'shows the latest state as each earlier version', 200, ({ order }, { url }) => given(url, 'version') && Object.assign(order as Node, { remaining: '0', size: '9' })),
    nodes('listLiquidityProvisions', 'has a pending change after the end', node => (node.current as Node).status === 'STATUS_CANCELLED' && Object.assign(node, { pending: { ...(node.current as Node), status: 'STATUS_PENDING', version: plus((node.current as Node).version, 1n) } })),
    nodes('listStopOrders', 'creates another order', ({ stopOrder }) => (stopOrder as Node).orderId !== '' && Object.assign(stopOrder as Node, { orderId: 'a'.repeat(64) })),
    pages('listReferralSetReferees', 'has a referee in two sets', ({ edges: [first, second] }) => first && second && Object.assign(second.node, { referee: first.node.referee })),
    asks('listLiquidityProvisions', 'takes references in any letter case', url => given(url, 'reference') && url.searchParams.set('reference', (url.searchParams.get('reference') ?? '').toLowerCase())),
    nodes('listStopOrders', 'links one of two stop orders', ({ stopOrder }) => (stopOrder as Node).triggerDirection === 'TRIGGER_DIRECTION_RISES_ABOVE' && delete (stopOrder as Node).ocoLinkId),
    nodes('listStopOrders', 'expires stop orders early', ({ stopOrder }) => (stopOrder as Node).status === 'STATUS_EXPIRED' && Object.assign(stopOrder as Node, { expiresAt: '1999999999000000000' })),
    nodes('listReferralSetReferees', 'has referees who join tomorrow', node => (node.joinedAt = plus(node.joinedAt, 1_000_000_000_000_000n))),
    nodes('listReferralSetReferees', 'has times in seconds', node => (node.joinedAt = String(BigInt(String(node.joinedAt)) / 1_000_000_000n))),
    asks('listStopOrders', 'lists the records of a range that ends before it begins', url => swapIfReversed(url, 'filter.dateRange.startTimestamp', 'filter.dateRange.endTimestamp')),
    answers('listAccounts', 'has a name twice in an object', reply => (reply.text = reply.text.replace(/"balance":"/, '"balance":"0",$&'))),
    answers('getStake', 'begins with a byte order mark', reply => (reply.text = reply.text.replace(/^(?=.)/, '\uFEFF'))),
  ],
  paging: [
    pages('listStopOrders', 'drops a row of pages from the end', (page, url) => given(url, 'pagination.before') && page.edges.length > 1 && page.edges.shift()),
    asks('listAccounts', 'has the first page for any cursor', url => url.searchParams.delete('pagination.after')),
    pages('listEpochRewardSummaries', 'sorts within a page only', (page, url) => given(url, 'pagination.first') && page.edges.reverse()),
    pages('listLiquidityProvisions', 'says that no page follows one of two rows', ({ edges, pageInfo }) => edges.length === 2 && Object.assign(pageInfo, { hasNextPage: false })),
    asks('listFundingPeriodDataPoints', 'has at most 10 rows', url => Number(url.searchParams.get('pagination.first')) > 10 && url.searchParams.set('pagination.first', '10')),
    boundCursors,
    asks('listLiquidityProvisions', 'ignores what comes after a page size', url => (url.search = url.search.replace(/(pagination\.(first|last)=\d+)&.*/, '$1'))),
  ],
  errors: [
    answers('listStopOrders', 'explains nothing', reply => isError(reply) && rewriteBody(reply, body => (body.message = '.'))),
    answers('listAccounts', 'explains no parameter', reply => (reply.text = reply.text.replaceAll(/"description":"[^"]*"/g, '"description":""'))),
    answers('getOrder', 'has one code for all errors', reply => isError(reply) && rewriteBody(reply, body => (body.code = 3))),
    asks('listLiquidityProvisions', 'ignores an unknown name beside a known one', url => url.searchParams.size > 1 && url.searchParams.delete('noSuchParameter')),
    rewrites('listAccounts', 'blames every parameter of a bad request', 400, ({ details }, { url }) => blame(details as Node[], names => [...new Set([...names, ...url.searchParams.keys()])])),
    rewrites('getStake', 'blames one parameter only', 400, ({ details }) => blame(details as Node[], names => names.slice(0, 1))),
    answers('getOrder', 'has a history that begins after each unknown order', reply => (reply.text = reply.text.replace('ORDER_NOT_FOUND', 'ORDER_NOT_IN_HISTORY'))),
    answers('getOrder', 'takes an unknown order for an unknown path', reply => (reply.text = reply.text.replace('ORDER_NOT_FOUND', 'PATH_NOT_FOUND'))),
    asks('listAccounts', 'takes names with brackets', url => (url.search = url.search.replaceAll(/(%5B%5D|\[\])=/g, '='))),
    asks('listAccounts', 'takes a slash behind the path', url => (url.pathname = url.pathname.replace(/\/$/, ''))),
    rewrites('listAccounts', 'names the first parameter with a wrong value', 400, ({ details }) => blame(details as Node[], names => (names.length > 4 ? names.slice(0, 1) : names))),
    answers('getOrder', 'cannot find another order', reply => reply.status === 404 && Object.assign(reply, { text: reply.text.replaceAll(/[0-9a-f]{64}/g, 'a'.repeat(64)) })),
    rewrites('getOrder', 'has two reasons', 404, ({ details }) => (details as Node[]).push({ ...(details as Node[])[0], reason: 'GONE' })),
    answers('listStopOrders', 'does not say which values are allowed', reply => (reply.text = reply.text.replaceAll(/must be one of [^"\\]*/g, 'is wrong'))),
  ],
  headers: [
    withHeader('listAccounts', 'lets a cache keep pages', 'cache-control', 'no-cache="etag", max-age=600'),
    withHeader('getOrder', 'follows an earlier contract', 'x-contract-version', '2.1.0'),
    answers('listStopOrders', 'names two times to retry', reply => reply.headers['retry-after'] && set(reply, 'retry-after', '9')),
    withHeader('listAccounts', 'takes every method, it says', 'allow', 'GET, HEAD, POST'),
    answers('getStake', 'has a new tag in each response', reply => reply.headers.etag && set(reply, 'etag', `W/"${requests++}"`)),
    answers('listStopOrders', 'begins after its records', reply => reply.status === 200 && set(reply, 'x-first-block', plus(reply.headers['x-block-height'], 1n))),
    answers('getOrder', 'ends on a day, and is not deprecated', reply => reply.status === 200 && set(reply, 'sunset', '2027-06-30')),
    answers('listNodeSignatures', 'names its chain with HEAD only', (reply, { method }) => method === 'GET' && set(reply, 'x-chain-id', undefined)),
    answers('listEpochRewardSummaries', 'depends on everything', reply => set(reply, 'vary', '*')),
    answers('listAccounts', 'begins late for those who ask without parameters', (reply, { url }) => reply.status === 200 && url.search === '' && set(reply, 'x-first-block', '2')),
    answers('getStake', 'has pages for people', (reply, { headers }) => headers.accept?.includes('text/html') && set(reply, 'content-type', 'text/html')),
    answers('listEpochRewardSummaries', 'has another charset', reply => 'content-type' in reply.headers && set(reply, 'content-type', 'application/json; charset=latin1')),
    answers('listAccounts', 'has a window of requests that never ends', reply => 'ratelimit-reset' in reply.headers && set(reply, 'ratelimit-reset', `${10 + requests++}`)),
    answers('getStake', 'has another length for HEAD', (reply, { method }) => method === 'HEAD' && set(reply, 'content-length', '2')),
    answers('getOrder', 'cuts long request ids', reply => set(reply, 'x-request-id', reply.headers['x-request-id']?.slice(0, 64))),
    { operation: 'listAccounts', name: 'knows no tag beside HEAD', answer: ({ url, method, headers: { 'if-none-match': tag, ...others } }, correct) => correct(targetOf(url), method, tag === undefined || method === 'HEAD' ? others : { ...others, 'if-none-match': tag }) },
    { operation: 'listStopOrders', name: 'looks at two tags', answer: ({ url, method, headers }, correct) => correct(targetOf(url), method, { ...headers, ...(headers['if-none-match'] && { 'if-none-match': headers['if-none-match'].split(', ').slice(0, 2).join(', ') }) }) },
  ],
  freshness: [
    answers('listAccounts', 'has an earlier block in a 304', reply => reply.status === 304 && set(reply, 'x-block-height', plus(reply.headers['x-block-height'], -1n))),
    { ...withHeader('listAccounts', 'has one hash for all blocks', 'x-block-hash', 'ab'.repeat(32)), moving: true },
    { operation: 'getOrder', name: 'has no order before its block', answer: async ({ url, method, headers: { 'x-min-block-height': height = '0', ...others } }, correct) => { const reply = await correct(targetOf(url), method, others); return reply.status === 404 ? reply : correct(targetOf(url), method, { ...others, 'x-min-block-height': height }) } },
    { operation: 'listAccounts', name: 'forgets the minimum height beside a wait', answer: ({ url, method, headers: { 'x-min-block-height': height = '0', ...others } }, correct) => correct(targetOf(url), method, 'prefer' in others ? others : { ...others, 'x-min-block-height': height }) },
    { operation: 'getOrder', name: 'forgets the minimum height beside a tag', answer: ({ url, method, headers: { 'x-min-block-height': height, ...others } }, correct) => correct(targetOf(url), method, others['if-none-match'] === undefined && height !== undefined ? { ...others, 'x-min-block-height': height } : others) },
    answers('listStopOrders', 'is at a later block than its 503 says', (reply, { headers }) => reply.status === 503 && set(reply, 'x-block-height', headers['x-min-block-height'])),
    deafWaits,
    { ...answers('listAccounts', 'has the first body for ever', withFirstBody), moving: true },
  ],
  browsers: [
    answers('listAccounts', 'depends on the website when one asks', (reply, { headers }) => headers.origin !== undefined && Object.assign(reply.headers, { vary: 'Origin', 'access-control-allow-origin': headers.origin })),
    withHeader('listAccounts', 'lets no website in', 'access-control-allow-origin'),
    answers('listStopOrders', 'hides its errors from websites', reply => isError(reply) && set(reply, 'access-control-allow-origin', undefined)),
    withHeader('getStake', 'hides the height of the block', 'access-control-expose-headers', 'etag, retry-after'),
    answers('getOrder', 'refuses preflights', (reply, { method }) => method === 'OPTIONS' && Object.assign(reply, { status: 405 })),
    withHeader('listNodeSignatures', 'lets no website send a tag', 'access-control-allow-headers', 'x-request-id'),
    answers('getOrder', 'takes every website for the first one', (reply, { headers }) => headers.origin !== undefined && Object.assign(reply.headers, { vary: 'Origin', 'access-control-allow-origin': firstOf(headers.origin) })),
    answers('getStake', 'shows every website what is of one person', reply => 'access-control-allow-origin' in reply.headers && set(reply, 'access-control-allow-credentials', 'true')),
  ],
}

/** At least seven servers of each kind. */
export const allLies: readonly Lie[] = kinds.flatMap(kind => lies[kind].map(each => ({ ...each, kind })))
