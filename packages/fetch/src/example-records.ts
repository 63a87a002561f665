import type {
  Account,
  EpochRewardSummary,
  FundingPeriodDataPoint,
  LiquidityProvisionRecord,
  NodeSignature,
  OperationId,
  Order,
  PagedResult,
  PageInfo,
  ReferralSetReferee,
  StakeLinking,
  StopOrderRecord,
  TradingNetworkApi,
} from '@trading-network/types'
import { operations } from '@trading-network/types'
import { type ExampleName, examples } from './generated/examples.ts'

/**
 * The fields of a record that a builder replaces, at any depth. 64-bit integers and amounts are plain digits; an array
 * replaces the array of the example.
 *
 * @example
 * const cheap: Changes<Order> = { price: '100', icebergOrder: { peakSize: '5' } }
 */
export type Changes<T> = T extends `${bigint}`
  ? `${bigint}`
  : T extends readonly (infer Element)[]
    ? readonly Written<Element>[]
    : T extends object
      ? { readonly [Field in keyof T]?: Changes<T[Field]> | undefined }
      : T

/** A complete value with plain digits. */
type Written<T> = T extends `${bigint}`
  ? `${bigint}`
  : T extends object
    ? { readonly [Field in keyof T]: Written<T[Field]> }
    : T

/**
 * The operations that return lists.
 *
 * @example
 * const list: ListOperationId = 'listAccounts'
 */
export type ListOperationId = {
  [Id in OperationId]: ReturnType<TradingNetworkApi[Id]> extends PagedResult<infer _, infer __> ? Id : never
}[OperationId]

/**
 * The response body of an operation.
 *
 * @example
 * const empty: ResponseOf<'listAccounts'> = aPage('listAccounts', [])
 */
export type ResponseOf<Id extends OperationId> = Awaited<ReturnType<TradingNetworkApi[Id]>>

type RecordOf<Id extends ListOperationId> =
  ReturnType<TradingNetworkApi[Id]> extends AsyncIterable<infer Item> ? Item : never

/**
 * A page of a list with these records: the only page, unless `pageInfo` says something else.
 *
 * @example
 * const page = aPage('listAccounts', [anAccount(), anAccount({ balance: '0' })], { hasNextPage: true })
 */
export const aPage = <Id extends ListOperationId>(
  operationId: Id,
  records: readonly RecordOf<Id>[],
  pageInfo: Partial<PageInfo> = {},
): ResponseOf<Id> => {
  const edges = records.map((node, index) => ({ cursor: `cursor-${index + 1}`, node }))
  const position = {
    startCursor: edges.at(0)?.cursor ?? '',
    endCursor: edges.at(-1)?.cursor ?? '',
    hasNextPage: false,
    hasPreviousPage: false,
    ...pageInfo,
  }
  const { field } = operations[operationId].page!
  // The other fields of the response, such as the total of a party's stake, are those of the example.
  return { ...typical(operationId), [field]: { edges, pageInfo: position } } as ResponseOf<Id>
}

/** Builds a record from the first one of an operation's example. */
const builder =
  <Record>(operationId: OperationId) =>
  (changes: Changes<Record> = {} as Changes<Record>): Record => {
    const response = typical(operationId)
    const { page } = operations[operationId]
    const list = page && (response[page.field] as { edges: { node: unknown }[] })
    return changed(list ? list.edges[0]?.node : Object.values(response)[0], changes) as Record
  }

const typical = (operationId: OperationId): Readonly<Record<string, unknown>> => {
  const kind = operations[operationId].page ? 'typicalPage' : 'typicalOrder'
  return examples[`${operationId}-${kind}` as ExampleName].body as Readonly<Record<string, unknown>>
}

/** A copy with some fields replaced; a field that is set to `undefined` is left out. */
const changed = (value: unknown, changes: unknown): unknown => {
  if (!isObject(changes)) return changes
  const result: Record<string, unknown> = isObject(value) ? structuredClone(value) : {}
  for (const [name, change] of Object.entries(changes)) {
    if (change === undefined) delete result[name]
    else result[name] = changed(result[name], change)
  }
  return result
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * An account with these fields; the other fields are those of the contract's example.
 *
 * @example
 * const empty = anAccount({ balance: '0' })
 */
export const anAccount = builder<Account>('listAccounts')

/**
 * An order with these fields; the other fields are those of the contract's example.
 *
 * @example
 * const order = anOrder({ price: '100', status: 'STATUS_FILLED' })
 */
export const anOrder = builder<Order>('getOrder')

/**
 * A stop order, with the order that it submits; the other fields are those of the contract's example.
 *
 * @example
 * const record = aStopOrder({ stopOrder: { price: '100' } })
 */
export const aStopOrder = builder<StopOrderRecord>('listStopOrders')

/**
 * A liquidity provision, current and pending; the other fields are those of the contract's example.
 *
 * @example
 * const provision = aLiquidityProvision({ current: { commitmentAmount: '5000' } })
 */
export const aLiquidityProvision = builder<LiquidityProvisionRecord>('listLiquidityProvisions')

/**
 * A data point of a funding period; the other fields are those of the contract's example.
 *
 * @example
 * const point = aFundingPeriodDataPoint({ price: '15.5' })
 */
export const aFundingPeriodDataPoint = builder<FundingPeriodDataPoint>('listFundingPeriodDataPoints')

/**
 * A summary of an epoch's rewards; the other fields are those of the contract's example.
 *
 * @example
 * const summary = anEpochRewardSummary({ epoch: '7' })
 */
export const anEpochRewardSummary = builder<EpochRewardSummary>('listEpochRewardSummaries')

/**
 * A referee of a referral set; the other fields are those of the contract's example.
 *
 * @example
 * const referee = aReferralSetReferee({ atEpoch: '7' })
 */
export const aReferralSetReferee = builder<ReferralSetReferee>('listReferralSetReferees')

/**
 * A change of a party's stake; the other fields are those of the contract's example.
 *
 * @example
 * const linking = aStakeLinking({ amount: '5000' })
 */
export const aStakeLinking = builder<StakeLinking>('getStake')

/**
 * A signature of a node; the other fields are those of the contract's example.
 *
 * @example
 * const signature = aNodeSignature({ kind: 'NODE_SIGNATURE_KIND_ASSET_NEW' })
 */
export const aNodeSignature = builder<NodeSignature>('listNodeSignatures')
