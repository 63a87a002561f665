import { type Json, textAt } from '../json.ts'
import type { Params } from '../service/exchange.ts'
import { before, equal, type Filter, from, keepsAll, leavesOut, unless, upTo } from './filter-kinds.ts'

/** The descriptions of a list in the contract, as data. */
export interface ListMeaning {
  /** Parameters under which every record is listed. */
  readonly widest?: Params
  /** Paths of the fields that identify a record and never change. */
  readonly identity: readonly string[]
  /** Path of the integer that records are ordered by, where they show it. */
  readonly newest?: string
  /** Required parameters that every record repeats, with the path where it does. */
  readonly echoes?: Readonly<Record<string, string>>
  /** Every parameter but the paging and the required ones. */
  readonly filters: Readonly<Record<string, Filter>>
  /** Parameters that are refused without another one. */
  readonly needs?: Readonly<Record<string, string>>
  /** Parameters that change the fields of records. */
  readonly shapedBy?: readonly string[]
}

const LIVE_PROVISIONS = ['STATUS_ACTIVE', 'STATUS_PENDING', 'STATUS_UNDEPLOYED']

/** When the latest state of a stop order was reached. */
function changed(record: Json): string | undefined {
  const updated = textAt(record, 'stopOrder.updatedAt')
  return updated === '0' ? textAt(record, 'stopOrder.createdAt') : updated
}

const owner: Filter = {
  dependsOn: ['includeDerivedParties'],
  samples: record => [textAt(record, 'parentPartyId') ?? textAt(record, 'owner') ?? ''],
  keeps(record, values, request) {
    if (equal('owner').keeps(record, values, request)) return true
    const derived = request.params.includeDerivedParties === 'true'
    return derived && equal('parentPartyId').keeps(record, values, request)
  },
}

/** A record does not say who refers in its set, so it takes what was found out. */
const referrer: Filter = {
  samples: (record, { referrers }) => {
    const party = referrers.get(textAt(record, 'referralSetId') ?? '')
    return party === undefined ? [] : [party]
  },
  keeps(record, values, request) {
    const known = request.facts.referrers.get(textAt(record, 'referralSetId') ?? '')
    return equal(() => known).keeps(record, values, request)
  },
}

/** A source that is not specified filters nothing. */
const source: Filter = {
  samples: equal('dataPointType').samples,
  keeps: (record, values, request) =>
    values.includes('SOURCE_UNSPECIFIED') || equal('dataPointType').keeps(record, values, request),
}

/** The meaning of every operation with pages. */
export const lists: Readonly<Record<string, ListMeaning>> = {
  listFundingPeriodDataPoints: {
    identity: ['marketId', 'seq', 'dataPointType', 'timestamp', 'price', 'twap'],
    newest: 'timestamp',
    echoes: { marketId: 'marketId' },
    filters: {
      'dateRange.startTimestamp': from('timestamp'),
      'dateRange.endTimestamp': before('timestamp'),
      source,
      seq: equal('seq'),
    },
  },
  listEpochRewardSummaries: {
    identity: ['epoch', 'marketId', 'assetId', 'rewardType'],
    newest: 'epoch',
    filters: {
      'filter.assetIds': equal('assetId'),
      'filter.marketIds': equal('marketId'),
      'filter.fromEpoch': from('epoch'),
      'filter.toEpoch': upTo('epoch'),
    },
  },
  listReferralSetReferees: {
    identity: ['referralSetId', 'referee'],
    newest: 'joinedAt',
    filters: {
      referralSetId: equal('referralSetId'),
      referrer: unless(['referralSetId'], referrer),
      referee: unless(['referralSetId', 'referrer'], equal('referee')),
      aggregationEpochs: keepsAll('1', '30'),
    },
    shapedBy: ['aggregationEpochs'],
  },
  listStopOrders: {
    identity: ['stopOrder.id'],
    newest: 'stopOrder.createdAt',
    filters: {
      'filter.statuses': equal('stopOrder.status'),
      'filter.expiryStrategies': equal(
        record => textAt(record, 'stopOrder.expiryStrategy') ?? 'EXPIRY_STRATEGY_UNSPECIFIED',
      ),
      'filter.dateRange.startTimestamp': from(changed),
      'filter.dateRange.endTimestamp': before(changed),
      'filter.partyIds': equal('stopOrder.partyId'),
      'filter.marketIds': equal('stopOrder.marketId'),
      'filter.liveOnly': leavesOut('true', record => textAt(record, 'stopOrder.status') !== 'STATUS_PENDING'),
    },
  },
  listAccounts: {
    identity: ['owner', 'marketId', 'asset', 'type'],
    filters: {
      'filter.assetId': equal('asset'),
      'filter.partyIds': owner,
      'filter.marketIds': equal('marketId'),
      'filter.accountTypes': equal('type'),
      includeDerivedParties: keepsAll('true', 'false'),
    },
    needs: { includeDerivedParties: 'filter.partyIds' },
  },
  listLiquidityProvisions: {
    widest: { live: 'true' },
    identity: ['current.id'],
    newest: 'current.createdAt',
    filters: {
      marketId: equal('current.marketId'),
      partyId: equal('current.partyId'),
      reference: equal('current.reference', 'exact'),
      live: leavesOut('false', record => LIVE_PROVISIONS.includes(textAt(record, 'current.status') ?? '')),
    },
  },
  getStake: { identity: ['id'], echoes: { partyId: 'party' }, filters: {} },
  listNodeSignatures: { identity: ['id', 'kind', 'sig'], echoes: { id: 'id' }, filters: {} },
}
