import { type LocalNetwork, operations } from '@trading-network/server'
import type { Sample } from './sample.ts'

export type Query = Parameters<LocalNetwork['answer']>[1]
export type Operation = (typeof operations)[number]

/** A request for a list, or for one order. */
export interface Request {
  readonly operationId: string
  /** The names of its filters; '' for the whole list. */
  readonly title: string
  readonly query: Query
}

/** Requests that are compared with the first one of their operation. */
export interface RequestGroup {
  readonly title: string
  /** The name of those first requests. */
  readonly base: string
  readonly requests: readonly Request[]
}

export function operationOf(operationId: string): Operation {
  const operation = operations.find(one => one.operationId === operationId)
  if (!operation) throw new Error(`the contract has no ${operationId}`)
  return operation
}

/** Every filter of every operation and the combinations that people use, with the identifiers of a database. */
export function requestGroups(sample: Sample): readonly [RequestGroup, RequestGroup, RequestGroup] {
  const { order: orderId, referral } = sample
  const set = { referralSetId: referral.referral_set }
  const window = (epochs: number, title: string): Request => ({
    operationId: 'listReferralSetReferees',
    title,
    query: { ...set, aggregationEpochs: epochs },
  })
  const orders = [
    { operationId: 'getOrder', title: 'latest', query: { orderId } },
    { operationId: 'getOrder', title: 'by version', query: { orderId, version: 1 } },
  ]
  const windows = [window(1, '1 epoch'), window(30, '30 epochs'), window(1000, '1000 epochs')]
  return [
    { title: 'Pages of 50, newest first, in process', base: 'unfiltered', requests: listRequests(sample) },
    { title: 'Totals of referees', base: '1 epoch', requests: windows },
    { title: 'Single orders', base: 'latest', requests: orders },
  ]
}

/** The list as it is, with each filter, and with combinations of filters: their names, joined by ` + `. */
function requestsOf(
  operationId: string,
  always: Query,
  filters: Readonly<Record<string, Query>> = {},
  combinations: readonly string[] = [],
): Request[] {
  return ['', ...Object.keys(filters), ...combinations].map(title => {
    const parts = title.split(' + ').map(name => filters[name] ?? {})
    return { operationId, title, query: Object.assign({}, always, ...parts) as Query }
  })
}

function listRequests(sample: Sample): Request[] {
  const { stopOrder, account, makers, provision, funding, referral, reward, parties, markets } = sample
  const [startTimestamp, endTimestamp] = sample.times
  const range = (name: string) => ({
    [`${name}.startTimestamp`]: startTimestamp,
    [`${name}.endTimestamp`]: endTimestamp,
  })
  const [fromEpoch, toEpoch] = sample.epochs
  return [
    ...requestsOf(
      'listFundingPeriodDataPoints',
      { marketId: funding.market },
      { source: { source: 'SOURCE_INTERNAL' }, seq: { seq: funding.seq }, 'date range': range('dateRange') },
      ['seq + source', 'source + date range'],
    ),
    ...requestsOf(
      'listEpochRewardSummaries',
      {},
      {
        asset: { 'filter.assetIds': [reward.asset] },
        market: { 'filter.marketIds': [funding.market] },
        epochs: { 'filter.fromEpoch': fromEpoch, 'filter.toEpoch': toEpoch },
      },
      ['asset + market', 'asset + epochs'],
    ),
    ...requestsOf(
      'listReferralSetReferees',
      {},
      {
        set: { referralSetId: referral.referral_set },
        referrer: { referrer: referral.referrer },
        referee: { referee: referral.referee },
      },
    ),
    ...requestsOf(
      'listStopOrders',
      {},
      {
        party: { 'filter.partyIds': [stopOrder.party] },
        market: { 'filter.marketIds': [stopOrder.market] },
        status: { 'filter.statuses': ['STATUS_CANCELLED'] },
        live: { 'filter.liveOnly': true },
        strategy: { 'filter.expiryStrategies': ['EXPIRY_STRATEGY_SUBMIT'] },
        'date range': range('filter.dateRange'),
        '8 parties': { 'filter.partyIds': [...parties] },
        '8 markets': { 'filter.marketIds': [...markets] },
      },
      [
        ...['party + market', 'party + status', 'market + status', 'market + live', 'party + market + live'],
        ...['party', 'market', 'status', 'live'].map(name => `${name} + date range`),
      ],
    ),
    ...requestsOf(
      'listAccounts',
      {},
      {
        party: { 'filter.partyIds': [account.owner] },
        'with derived': { 'filter.partyIds': [makers.few], includeDerivedParties: true },
        'with many derived': { 'filter.partyIds': [makers.many], includeDerivedParties: true },
        market: { 'filter.marketIds': [account.market] },
        asset: { 'filter.assetId': account.asset },
        type: { 'filter.accountTypes': ['ACCOUNT_TYPE_MARGIN'] },
        '8 parties': { 'filter.partyIds': [...parties] },
      },
      ['party + asset', 'party + market', 'market + type', 'asset + type', 'market + asset'],
    ),
    ...requestsOf(
      'listLiquidityProvisions',
      { live: false },
      {
        live: { live: true },
        market: { marketId: provision.market },
        party: { partyId: provision.party },
        reference: { reference: provision.reference },
      },
      ['market + live', 'party + market', 'party + market + live'],
    ),
    ...requestsOf('getStake', { partyId: sample.staker }),
    ...requestsOf('listNodeSignatures', { id: sample.resource }),
  ]
}
