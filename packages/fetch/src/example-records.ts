import type { OperationId, Order, PagedResult, PageInfo, TradingNetworkApi } from '@trading-network/types'
import { operations } from '@trading-network/types'
import type { CorpusExample } from './corpus-example.ts'
import { type ExampleName, examples } from './generated/examples.ts'

/**
 * The fields of a record that `aRecord` replaces, at any depth. 64-bit integers and amounts are plain digits; an array
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

/** The operations that return lists. */
type ListOperationId = {
  [Id in OperationId]: ReturnType<TradingNetworkApi[Id]> extends PagedResult<infer _, infer __> ? Id : never
}[OperationId]

/**
 * The response body of an operation.
 *
 * @example
 * const empty: ResponseOf<'listAccounts'> = aPage('listAccounts', [])
 */
export type ResponseOf<Id extends OperationId> = Awaited<ReturnType<TradingNetworkApi[Id]>>

/** A record of a list, or the order. */
type RecordOf<Id extends OperationId> =
  ReturnType<TradingNetworkApi[Id]> extends AsyncIterable<infer Item> ? Item : Order

/**
 * A page of a list with these records: the only page, unless `pageInfo` says something else.
 *
 * @example
 * const accounts = [aRecord('listAccounts'), aRecord('listAccounts', { balance: '0' })]
 * const page = aPage('listAccounts', accounts, { hasNextPage: true })
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

/**
 * A record of an operation: an account, an order, a stop order with the order that it submits. It has these fields, and
 * the others of the first record in the contract's example.
 *
 * @example
 * const empty = aRecord('listAccounts', { balance: '0' })
 * const filled = aRecord('getOrder', { price: '100', status: 'STATUS_FILLED' })
 * const stopOrder = aRecord('listStopOrders', { stopOrder: { price: '100' } })
 */
export const aRecord = <Id extends OperationId>(
  operationId: Id,
  changes: Changes<RecordOf<Id>> = {} as Changes<RecordOf<Id>>,
): RecordOf<Id> => {
  const response = typical(operationId)
  const { page } = operations[operationId]
  const list = page && (response[page.field] as { edges: { node: unknown }[] })
  return changed(list ? list.edges[0]?.node : Object.values(response)[0], changes) as RecordOf<Id>
}

const typical = (operationId: OperationId) =>
  typicalExample(operationId).body as Readonly<Record<string, unknown>>

/** The example of an operation with the most usual response. */
export const typicalExample = (operationId: OperationId): CorpusExample =>
  examples[`${operationId}-${operations[operationId].page ? 'typicalPage' : 'typicalOrder'}` as ExampleName]

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
