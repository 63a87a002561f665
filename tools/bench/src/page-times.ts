import { type LocalNetwork, operations } from '@trading-network/server'
import type { Database } from './database.ts'
import { median, medianRatio, timeInTurn } from './interleaved.ts'

type Operation = (typeof operations)[number]
type Query = Parameters<LocalNetwork['answer']>[1]

/** A list to read: an operation with filters. */
export interface List {
  readonly title: string
  readonly operation: Operation
  readonly query: Query
}

/** How long a page of a list takes at its start, in its middle and at its end. */
export interface PageTimes {
  readonly title: string
  readonly rows: number
  /** Microseconds per page, medians. */
  readonly start: number
  readonly middle: number
  readonly end: number
  /** Medians of the ratios of each round. */
  readonly middleToStart: number
  readonly endToStart: number
}

/** Rows of a measured page, and of a page on the way to a place in the list. */
const PAGE = 50
const STRIDE = 5000

/** The biggest lists, without a filter and with one. */
export function biggestLists(database: Database): List[] {
  const account = (column: string) => database.commonest('accounts', column)
  const stopOrder = (column: string) => database.commonest('stop_orders', column)
  const market = database.commonest('funding_points', 'market')
  return [
    list('accounts', 'listAccounts', {}),
    list('accounts of an asset', 'listAccounts', { 'filter.assetId': account('asset') }),
    list('accounts of a type', 'listAccounts', { 'filter.accountTypes': [account('type')] }),
    list('stop orders', 'listStopOrders', {}),
    list('stop orders of a market', 'listStopOrders', { 'filter.marketIds': [stopOrder('market')] }),
    list('stop orders of a status', 'listStopOrders', { 'filter.statuses': [stopOrder('status')] }),
    list('funding points of a market', 'listFundingPeriodDataPoints', { marketId: market }),
    list('epoch rewards', 'listEpochRewardSummaries', {}),
    list('liquidity provisions', 'listLiquidityProvisions', { live: true }),
    list('referees', 'listReferralSetReferees', {}),
    list('stake linkings of a party', 'getStake', { partyId: database.commonest('stake_linkings', 'party') }),
  ]
}

/** The operation of a name. */
export function operationOf(operationId: string): Operation {
  const operation = operations.find(one => one.operationId === operationId)
  if (!operation) throw new Error(`the contract has no ${operationId}`)
  return operation
}

function list(title: string, operationId: string, query: Query): List {
  return { title, operation: operationOf(operationId), query }
}

/** Measures a list, its three places in turn; undefined when it has fewer rows than three pages. */
export function timePages(network: LocalNetwork, list: List, rounds: number): PageTimes | undefined {
  const { rows, middle, end } = placesOf(network, list)
  if (rows < 3 * PAGE) return undefined
  const page = (more: Query) => () =>
    network.answer(list.operation, { ...list.query, 'pagination.first': PAGE, ...more })
  const subjects = [page({}), page({ 'pagination.after': middle }), page({ 'pagination.after': end })]
  const [atStart = [], inMiddle = [], atEnd = []] = timeInTurn(subjects, { rounds, calls: 20 })
  return {
    title: list.title,
    rows,
    start: median(atStart),
    middle: median(inMiddle),
    end: median(atEnd),
    middleToStart: medianRatio(inMiddle, atStart),
    endToStart: medianRatio(atEnd, atStart),
  }
}

interface Page {
  readonly edges: readonly { readonly cursor: string }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string }
}

/** Walks a list: its number of rows, the cursor in its middle, and the one before its last page. */
function placesOf(
  network: LocalNetwork,
  { operation, query }: List,
): { rows: number; middle: string; end: string } {
  const read = (more: Query) => readPage(network, operation, { ...query, ...more })
  let page = read({ 'pagination.first': STRIDE })
  let rows = page.edges.length
  const passed = [page.pageInfo.endCursor]
  while (page.pageInfo.hasNextPage) {
    page = read({ 'pagination.first': STRIDE, 'pagination.after': page.pageInfo.endCursor })
    rows += page.edges.length
    passed.push(page.pageInfo.endCursor)
  }
  const half = Math.floor(rows / 2)
  const before = passed[Math.floor(half / STRIDE) - 1]
  const upToMiddle = read({
    'pagination.first': Math.max(1, half % STRIDE),
    ...(before !== undefined && { 'pagination.after': before }),
  })
  const lastRows = read({ 'pagination.last': PAGE + 1 })
  return { rows, middle: upToMiddle.pageInfo.endCursor, end: lastRows.edges[0]?.cursor ?? '' }
}

function readPage(network: LocalNetwork, operation: Operation, query: Query): Page {
  const body = JSON.parse(network.answer(operation, query).body) as Record<string, Page>
  const page = body[operation.page ?? '']
  if (!page) throw new Error(`${operation.operationId} answered without a page`)
  return page
}
