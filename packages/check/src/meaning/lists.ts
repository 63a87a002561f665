import type { Operation } from '../contract/operations.ts'
import { type Json, textAt } from '../json.ts'
import type { Params } from '../service/exchange.ts'
import { derivedFilter, filterParameters } from './derived.ts'
import {
  atLeast,
  atMost,
  below,
  equal,
  exceptFor,
  type Filter,
  keepsAll,
  leavesOut,
  onlyWithout,
} from './filter-kinds.ts'

const HERE = 'packages/check/src/meaning/lists.ts'

export interface ListMeaning {
  /** Parameters under which every record is listed. */
  readonly widest?: Params
  /** Paths of the fields that identify a record and never change. */
  readonly identity: readonly string[]
  /** Two records may be equal in every field. */
  readonly hasEqualRecords?: true
  /** Path of the integer by which records are ordered, if they have it. */
  readonly newest?: string
  /** Required parameters that every record repeats, with the path of the field. */
  readonly echoes?: Readonly<Record<string, string>>
  /** The parameters that are neither paging nor required. */
  readonly filters: Readonly<Record<string, Filter>>
  /** Parameters that are refused without another one. */
  readonly needs?: Readonly<Record<string, string>>
  /** Parameters that change the fields of records. */
  readonly shapedBy?: readonly string[]
}

const LIVE_PROVISIONS = ['STATUS_ACTIVE', 'STATUS_PENDING', 'STATUS_UNDEPLOYED']

/** Time of the latest state of a stop order. */
function changed(record: Json): string | undefined {
  const updated = textAt(record, 'stopOrder.updatedAt')
  return updated === '0' ? textAt(record, 'stopOrder.createdAt') : updated
}

const owner: Filter = {
  dependsOn: ['includeDerivedParties'],
  samples: record => [textAt(record, 'parentPartyId') ?? textAt(record, 'owner') ?? ''],
  keeps(record, values, facts, params) {
    if (equal('owner').keeps(record, values, facts, params)) return true
    const derived = params.includeDerivedParties === 'true'
    return derived && equal('parentPartyId').keeps(record, values, facts, params)
  },
}

/** A record does not name the referrer of its set, so the search finds it out. */
const referrer = equal((record, { referrers }) => referrers.get(textAt(record, 'referralSetId') ?? ''))

const expiryStrategy = (record: Json) =>
  textAt(record, 'stopOrder.expiryStrategy') ?? 'EXPIRY_STRATEGY_UNSPECIFIED'

const isPending = (record: Json) => textAt(record, 'stopOrder.status') === 'STATUS_PENDING'

const isLive = (record: Json) => LIVE_PROVISIONS.includes(textAt(record, 'current.status') ?? '')

/** The meaning that the contract has in words; the filters that it does not give otherwise (`derived.ts`). */
export const declared: Readonly<Record<string, ListMeaning>> = {
  listFundingPeriodDataPoints: {
    identity: ['marketId', 'seq', 'dataPointType', 'timestamp', 'price', 'twap'],
    hasEqualRecords: true,
    newest: 'timestamp',
    echoes: { marketId: 'marketId' },
    filters: {
      'dateRange.startTimestamp': atLeast('timestamp'),
      'dateRange.endTimestamp': below('timestamp'),
      seq: equal('seq'),
      source: exceptFor('SOURCE_UNSPECIFIED', equal('dataPointType')),
    },
  },
  listEpochRewardSummaries: {
    identity: ['epoch', 'marketId', 'assetId', 'rewardType'],
    newest: 'epoch',
    filters: { 'filter.fromEpoch': atLeast('epoch'), 'filter.toEpoch': atMost('epoch') },
  },
  listReferralSetReferees: {
    identity: ['referralSetId', 'referee'],
    newest: 'joinedAt',
    filters: {
      referrer: onlyWithout(['referralSetId'], referrer),
      referee: onlyWithout(['referralSetId', 'referrer'], equal('referee')),
      aggregationEpochs: keepsAll('1', '30'),
    },
    shapedBy: ['aggregationEpochs'],
  },
  listStopOrders: {
    identity: ['stopOrder.id'],
    newest: 'stopOrder.createdAt',
    filters: {
      'filter.expiryStrategies': equal(expiryStrategy),
      'filter.dateRange.startTimestamp': atLeast(changed),
      'filter.dateRange.endTimestamp': below(changed),
      'filter.liveOnly': leavesOut('true', record => !isPending(record)),
    },
  },
  listAccounts: {
    identity: ['owner', 'marketId', 'asset', 'type'],
    filters: { 'filter.partyIds': owner, includeDerivedParties: keepsAll('true', 'false') },
    needs: { includeDerivedParties: 'filter.partyIds' },
  },
  listLiquidityProvisions: {
    widest: { live: 'true' },
    identity: ['current.id'],
    newest: 'current.createdAt',
    filters: { live: leavesOut('false', isLive) },
  },
  getStake: { identity: ['id'], echoes: { partyId: 'party' }, filters: {} },
  listNodeSignatures: { identity: ['id', 'kind', 'sig'], echoes: { id: 'id' }, filters: {} },
}

/** The meaning of a list, with the filters that follow from the contract. */
export function meaningOf(operation: Operation, { [operation.id]: own } = declared): ListMeaning {
  if (!own) throw new Error(`${HERE}: the meaning of ${operation.id} is missing`)
  const given = filterParameters(operation)
  const filters = given.map(parameter => {
    const filter = own.filters[parameter.name] ?? derivedFilter(operation, parameter)
    if (filter) return [parameter.name, filter] as const
    throw new Error(`${HERE}: add the meaning of ${parameter.name} to the filters of ${operation.id}`)
  })
  const unknown = Object.keys(own.filters).find(name => !given.some(parameter => parameter.name === name))
  if (unknown !== undefined)
    throw new Error(`${HERE}: the contract has no ${unknown} of ${operation.id}: remove its meaning`)
  return { ...own, filters: Object.fromEntries(filters) }
}

/** The lists whose records have an order. */
export const sortedLists = Object.keys(declared).filter(id => declared[id]?.newest !== undefined)
