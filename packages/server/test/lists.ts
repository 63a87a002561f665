import { type AccountType, AccountTypeValues, type PagedResult, type PageInfo } from '@trading-network/fetch'
import type { EventDraft } from './chain.ts'
import * as events from './events.ts'
import type { Running } from './running.ts'

export type Params = Readonly<Record<string, unknown>>

/** A record of any list: its number, its creation time, and two groups for filters (0, 1 or 2 each). */
export interface Sample {
  readonly number: number
  /** Creation time in nanoseconds, or the epoch of a reward. */
  readonly at: number
  readonly one: number
  readonly two: number
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
  filter(ones: readonly [number, ...number[]], twos: readonly [number, ...number[]]): Filter
}

const lastDigits = (field: string) => (node: Params) => Number(`0x${String(node[field]).slice(-8)}`)
const SOURCES = ['SOURCE_EXTERNAL', 'SOURCE_INTERNAL', 'SOURCE_UNSPECIFIED'] as const
const RESOURCE = events.resource(1)

/** Every list of the contract. */
export const lists: readonly List[] = [
  {
    operationId: 'listFundingPeriodDataPoints',
    field: 'fundingPeriodDataPoints',
    event: ({ number, at, two }) =>
      events.fundingPoint({ seq: String(number), timestamp: String(at), dataPointType: SOURCES[two] }),
    number: node => Number(node.seq),
    filter: (_, [two]) => ({
      params: { marketId: events.market(1), source: SOURCES[two] },
      matches: sample => two === 2 || sample.two === two,
    }),
  },
  {
    operationId: 'listEpochRewardSummaries',
    field: 'summaries',
    event: ({ number, at, one, two }) =>
      events.rewardPayout({
        epochSeq: String(at),
        asset: events.asset(one),
        market: events.market(two),
        rewardType: AccountTypeValues[number],
        amount: '1',
      }),
    number: node => AccountTypeValues.indexOf(node.rewardType as AccountType),
    filter: (ones, twos) => ({
      params: { 'filter.assetIds': ones.map(events.asset), 'filter.marketIds': twos.map(events.market) },
      matches: ({ one, two }) => ones.includes(one) && twos.includes(two),
    }),
  },
  {
    operationId: 'listReferralSetReferees',
    field: 'referralSetReferees',
    event: ({ number, at, one }) =>
      events.refereeJoined({
        setId: events.referralSet(one),
        referee: events.orderId(number),
        joinedAt: String(at),
      }),
    number: lastDigits('referee'),
    filter: ([one]) => ({
      params: { referralSetId: events.referralSet(one) },
      matches: sample => sample.one === one,
    }),
  },
  {
    operationId: 'listStopOrders',
    field: 'orders',
    event: ({ number, at, one, two }) =>
      events.stopOrder({
        id: events.orderId(number),
        createdAt: String(at),
        partyId: events.party(one),
        marketId: events.market(two),
      }),
    number: node => lastDigits('id')(node.stopOrder as Params),
    filter: (ones, twos) => ({
      params: { 'filter.partyIds': ones.map(events.party), 'filter.marketIds': twos.map(events.market) },
      matches: ({ one, two }) => ones.includes(one) && twos.includes(two),
    }),
  },
  {
    operationId: 'listAccounts',
    field: 'accounts',
    bySight: true,
    event: ({ number, one, two }) =>
      events.account({
        owner: events.party(one),
        marketId: events.market(two),
        asset: events.asset(number),
      }),
    number: lastDigits('asset'),
    filter: (ones, twos) => ({
      params: { 'filter.partyIds': ones.map(events.party), 'filter.marketIds': twos.map(events.market) },
      matches: ({ one, two }) => ones.includes(one) && twos.includes(two),
    }),
  },
  {
    operationId: 'listLiquidityProvisions',
    field: 'liquidityProvisions',
    event: ({ number, at, one, two }) =>
      events.liquidityProvision({
        id: events.orderId(number),
        createdAt: String(at),
        partyId: events.party(one),
        marketId: events.market(two),
      }),
    number: node => lastDigits('id')(node.current as Params),
    filter: ([one], [two]) => ({
      params: { partyId: events.party(one), marketId: events.market(two), live: true },
      matches: sample => sample.one === one && sample.two === two,
    }),
  },
  {
    operationId: 'getStake',
    field: 'stakeLinkings',
    event: ({ number, at, one }) =>
      events.stakeLinking({ id: events.orderId(number), ts: String(at), party: events.party(one) }),
    number: lastDigits('id'),
    filter: ([one]) => ({
      params: { partyId: events.party(one) },
      matches: sample => sample.one === one,
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
type Call = (params: Params) => PagedResult<Readonly<Record<string, Page>>, Params>

function numbered(list: List, response: Readonly<Record<string, Page>>): NumberedPage {
  const { edges, pageInfo } = response[list.field] as Page
  return {
    numbers: edges.map(({ node }) => list.number(node)),
    cursors: edges.map(({ cursor }) => cursor),
    pageInfo,
  }
}

/** Requests one page of a list. */
export async function pageOf({ client }: Running, list: List, params: Params): Promise<NumberedPage> {
  const call = client[list.operationId] as unknown as Call
  return numbered(list, await call(params))
}

/** Walks the pages of a list with the client, in the direction of the parameters. */
export async function* pagesOf(
  { client }: Running,
  list: List,
  params: Params,
): AsyncGenerator<NumberedPage> {
  const call = client[list.operationId] as unknown as Call
  for await (const response of call(params).pages()) yield numbered(list, response)
}
