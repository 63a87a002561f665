import { type AccountType, AccountTypeValues, type PageInfo } from '@trading-network/types'
import type { EventDraft } from './chain.ts'
import * as events from './events.ts'
import type { Running } from './running.ts'

export type Params = Readonly<Record<string, unknown>>

/**
 * A record of any list: its number and its creation time. Filters test its owner and its place, such as a party and a
 * market, each with the number 0, 1 or 2.
 */
export interface Sample {
  readonly number: number
  /** Creation time in nanoseconds, or the epoch of a reward. */
  readonly at: number
  readonly owner: number
  readonly place: number
}

/** A filter, as parameters and as a condition on samples. */
interface Filter {
  readonly params: Params
  matches(sample: Sample): boolean
}

/** The common paging of the eight lists. */
export interface List {
  readonly operationId: Exclude<keyof Running['client'], 'getOrder'>
  /** Response field with the page. */
  readonly field: string
  /** True if records are listed by their first event, not by a time of their own. */
  readonly bySight?: true
  event(sample: Sample): EventDraft
  /** Returns the sample number of a node. */
  number(node: Params): number
  /** A filter for records in any of these groups; lists that take one value take the first. */
  filter(owners: readonly [number, ...number[]], places: readonly [number, ...number[]]): Filter
}

const lastDigits = (field: string) => (node: Params) => Number(`0x${String(node[field]).slice(-8)}`)
const SOURCES = ['SOURCE_EXTERNAL', 'SOURCE_INTERNAL', 'SOURCE_UNSPECIFIED'] as const
const RESOURCE = events.resource(1)

const byPartiesAndMarkets: List['filter'] = (owners, places) => ({
  params: { 'filter.partyIds': owners.map(events.party), 'filter.marketIds': places.map(events.market) },
  matches: ({ owner, place }) => owners.includes(owner) && places.includes(place),
})

/** Every list of the contract. */
export const lists: readonly List[] = [
  {
    operationId: 'listFundingPeriodDataPoints',
    field: 'fundingPeriodDataPoints',
    event: ({ number, at, place }) =>
      events.fundingPoint({ seq: String(number), timestamp: String(at), dataPointType: SOURCES[place] }),
    number: node => Number(node.seq),
    filter: (_, [place]) => ({
      params: { marketId: events.market(1), source: SOURCES[place] },
      matches: sample => place === 2 || sample.place === place,
    }),
  },
  {
    operationId: 'listEpochRewardSummaries',
    field: 'summaries',
    event: ({ number, at, owner, place }) =>
      events.rewardPayout({
        epochSeq: String(at),
        asset: events.asset(owner),
        market: events.market(place),
        rewardType: AccountTypeValues[number],
        amount: '1',
      }),
    number: node => AccountTypeValues.indexOf(node.rewardType as AccountType),
    filter: (owners, places) => ({
      params: { 'filter.assetIds': owners.map(events.asset), 'filter.marketIds': places.map(events.market) },
      matches: ({ owner, place }) => owners.includes(owner) && places.includes(place),
    }),
  },
  {
    operationId: 'listReferralSetReferees',
    field: 'referralSetReferees',
    event: ({ number, at, owner }) =>
      events.refereeJoined({
        setId: events.referralSet(owner),
        referee: events.orderId(number),
        joinedAt: String(at),
      }),
    number: lastDigits('referee'),
    filter: ([owner]) => ({
      params: { referralSetId: events.referralSet(owner) },
      matches: sample => sample.owner === owner,
    }),
  },
  {
    operationId: 'listStopOrders',
    field: 'orders',
    event: ({ number, at, owner, place }) =>
      events.stopOrder({
        id: events.orderId(number),
        createdAt: String(at),
        partyId: events.party(owner),
        marketId: events.market(place),
      }),
    number: node => lastDigits('id')(node.stopOrder as Params),
    filter: byPartiesAndMarkets,
  },
  {
    operationId: 'listAccounts',
    field: 'accounts',
    bySight: true,
    event: ({ number, owner, place }) =>
      events.account({
        owner: events.party(owner),
        marketId: events.market(place),
        asset: events.asset(number),
      }),
    number: lastDigits('asset'),
    filter: byPartiesAndMarkets,
  },
  {
    operationId: 'listLiquidityProvisions',
    field: 'liquidityProvisions',
    event: ({ number, at, owner, place }) =>
      events.liquidityProvision({
        id: events.orderId(number),
        createdAt: String(at),
        partyId: events.party(owner),
        marketId: events.market(place),
      }),
    number: node => lastDigits('id')(node.current as Params),
    filter: ([owner], [place]) => ({
      params: { partyId: events.party(owner), marketId: events.market(place), live: true },
      matches: sample => sample.owner === owner && sample.place === place,
    }),
  },
  {
    operationId: 'getStake',
    field: 'stakeLinkings',
    event: ({ number, at, owner }) =>
      events.stakeLinking({ id: events.orderId(number), ts: String(at), party: events.party(owner) }),
    number: lastDigits('id'),
    filter: ([owner]) => ({
      params: { partyId: events.party(owner) },
      matches: sample => sample.owner === owner,
    }),
  },
  {
    operationId: 'listNodeSignatures',
    field: 'signatures',
    bySight: true,
    event: ({ number }) =>
      events.nodeSignature({ id: RESOURCE, sig: Buffer.from([number]).toString('base64') }),
    number: node => Buffer.from(String(node.sig), 'base64')[0] as number,
    filter: () => ({ params: { id: RESOURCE }, matches: () => true }),
  },
]

/** A page as numbers of samples, with the cursor of each. */
export interface NumberedPage {
  readonly numbers: readonly number[]
  readonly cursors: readonly string[]
  readonly pageInfo: PageInfo
}

type Page = { edges: { node: Params; cursor: string }[]; pageInfo: PageInfo }
type Call = (params: Params) => Promise<Readonly<Record<string, Page>>>

/** Requests one page of a list. */
export async function pageOf({ client }: Running, list: List, params: Params): Promise<NumberedPage> {
  const call = client[list.operationId] as unknown as Call
  const { edges, pageInfo } = (await call(params))[list.field] as Page
  return {
    numbers: edges.map(({ node }) => list.number(node)),
    cursors: edges.map(({ cursor }) => cursor),
    pageInfo,
  }
}

/** Walks the pages of a list, in the direction of the parameters. */
export async function* pagesOf(server: Running, list: List, params: Params): AsyncGenerator<NumberedPage> {
  const isBackwards = 'pagination.last' in params
  for (let next = params; ; ) {
    const page = await pageOf(server, list, next)
    yield page
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo
    if (!(isBackwards ? hasPreviousPage : hasNextPage)) return
    next = {
      ...params,
      [isBackwards ? 'pagination.before' : 'pagination.after']: isBackwards ? startCursor : endCursor,
    }
  }
}
