import type { LocalNetwork } from '@trading-network/server'
import { idOf } from './chance.ts'
import { BLOCK_NANOS, blocksOf, EPOCH_BLOCKS, PERIOD_BLOCKS, START } from './population.ts'

export type Query = Parameters<LocalNetwork['answer']>[1]

/** A list as somebody asks for it: an operation with filters. */
export interface Request {
  readonly operationId: string
  /** What is filtered by; '' for all of the list. */
  readonly title: string
  /** In the database of a scale, since what lies in the middle of time depends on it. */
  query(scale: number): Query
}

const parties = (count: number) => Array.from({ length: count }, (_, number) => idOf('party', number))
const markets = (count: number) => Array.from({ length: count }, (_, number) => idOf('market', number))
const [asset, set, resource] = [idOf('asset', 0), idOf('referral set', 0), idOf('resource', 0)]
const [party, market] = [idOf('party', 0), idOf('market', 0)]

/** The hundredth part of all blocks that lies in the middle. */
function hundredth(scale: number): { first: number; end: number } {
  const blocks = blocksOf(scale)
  return {
    first: Math.floor(blocks / 2),
    end: Math.floor(blocks / 2) + Math.max(1, Math.round(blocks / 100)),
  }
}

function dateRange(prefix: string): (scale: number) => Query {
  return scale => {
    const { first, end } = hundredth(scale)
    const timeOf = (block: number) => String(START + BigInt(block) * BLOCK_NANOS)
    return { [`${prefix}.startTimestamp`]: timeOf(first), [`${prefix}.endTimestamp`]: timeOf(end) }
  }
}

const epochs = (scale: number): Query => ({
  'filter.fromEpoch': String(1 + Math.floor(hundredth(scale).first / EPOCH_BLOCKS)),
  'filter.toEpoch': String(1 + Math.floor(hundredth(scale).end / EPOCH_BLOCKS)),
})
const seq = (scale: number): Query => ({
  seq: String(1 + Math.floor(hundredth(scale).first / PERIOD_BLOCKS)),
})

type Filter = Query | ((scale: number) => Query)

function list(
  operationId: string,
  always: Query,
  lists: Readonly<Record<string, readonly Filter[]>>,
): Request[] {
  return Object.entries(lists).map(([title, filters]) => ({
    operationId,
    title,
    query: scale =>
      Object.assign({}, always, ...filters.map(one => (typeof one === 'function' ? one(scale) : one))),
  }))
}

/** Each filter of each operation, and the combinations that people use. The first of an operation has no filter. */
export function everyRequest(): Request[] {
  const points = { source: { source: 'SOURCE_INTERNAL' }, range: dateRange('dateRange') }
  const rewards = { asset: { 'filter.assetIds': [asset] }, market: { 'filter.marketIds': [market] } }
  const stop = {
    party: { 'filter.partyIds': [party] },
    market: { 'filter.marketIds': [market] },
    status: { 'filter.statuses': ['STATUS_CANCELLED'] },
    live: { 'filter.liveOnly': true },
    strategy: { 'filter.expiryStrategies': ['EXPIRY_STRATEGY_SUBMIT'] },
    range: dateRange('filter.dateRange'),
  }
  const account = {
    party: { 'filter.partyIds': [party] },
    market: { 'filter.marketIds': [market] },
    asset: { 'filter.assetId': asset },
    type: { 'filter.accountTypes': ['ACCOUNT_TYPE_MARGIN'] },
    maker: { 'filter.partyIds': [idOf('party', 10)] },
    derived: { includeDerivedParties: true },
  }
  const provision = { market: { marketId: market }, party: { partyId: party }, live: { live: true } }
  return [
    ...list(
      'listFundingPeriodDataPoints',
      { marketId: market },
      {
        '': [],
        source: [points.source],
        seq: [seq],
        'seq + source': [seq, points.source],
        'date range': [points.range],
        'source + date range': [points.source, points.range],
      },
    ),
    ...list(
      'listEpochRewardSummaries',
      {},
      {
        '': [],
        asset: [rewards.asset],
        market: [rewards.market],
        epochs: [epochs],
        'asset + market': [rewards.asset, rewards.market],
        'asset + epochs': [rewards.asset, epochs],
      },
    ),
    ...list(
      'listReferralSetReferees',
      {},
      {
        '': [],
        set: [{ referralSetId: set }],
        referrer: [{ referrer: party }],
        referee: [{ referee: idOf('referee', 0) }],
      },
    ),
    ...list(
      'listStopOrders',
      {},
      {
        '': [],
        party: [stop.party],
        market: [stop.market],
        status: [stop.status],
        live: [stop.live],
        strategy: [stop.strategy],
        'date range': [stop.range],
        '8 parties': [{ 'filter.partyIds': parties(8) }],
        '8 markets': [{ 'filter.marketIds': markets(8) }],
        'party + market': [stop.party, stop.market],
        'party + status': [stop.party, stop.status],
        'market + status': [stop.market, stop.status],
        'market + live': [stop.market, stop.live],
        'party + market + live': [stop.party, stop.market, stop.live],
        'party + date range': [stop.party, stop.range],
        'market + date range': [stop.market, stop.range],
        'status + date range': [stop.status, stop.range],
        'live + date range': [stop.live, stop.range],
      },
    ),
    ...list(
      'listAccounts',
      {},
      {
        '': [],
        party: [account.party],
        'party + derived': [account.maker, account.derived],
        'party + many derived': [account.party, account.derived],
        market: [account.market],
        asset: [account.asset],
        type: [account.type],
        '8 parties': [{ 'filter.partyIds': parties(8) }],
        'party + asset': [account.party, account.asset],
        'party + market': [account.party, account.market],
        'market + type': [account.market, account.type],
        'asset + type': [account.asset, account.type],
        'market + asset': [account.market, account.asset],
      },
    ),
    ...list(
      'listLiquidityProvisions',
      { live: false },
      {
        '': [],
        live: [provision.live],
        market: [provision.market],
        party: [provision.party],
        reference: [{ reference: 'reference 0' }],
        'market + live': [provision.market, provision.live],
        'party + market': [provision.party, provision.market],
        'party + market + live': [provision.party, provision.market, provision.live],
      },
    ),
    ...list('getStake', { partyId: party }, { '': [] }),
    ...list('listNodeSignatures', { id: resource }, { '': [] }),
  ]
}

/** Referees with their totals over windows of epochs. */
export function windowRequests(): Request[] {
  return list(
    'listReferralSetReferees',
    { referralSetId: set },
    {
      '1 epoch': [{ aggregationEpochs: 1 }],
      '30 epochs': [{ aggregationEpochs: 30 }],
      '1000 epochs': [{ aggregationEpochs: 1000 }],
    },
  )
}
