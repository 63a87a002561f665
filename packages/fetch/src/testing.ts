import type { OperationId, Order, PageInfo, TradingNetworkApi } from '@trading-network/types'
import { operations } from '@trading-network/types'
import { isObject } from './answer.ts'
import { type Example, type ExampleName, examples } from './generated/examples.ts'
import { refuse } from './url.ts'

export { type Example, type ExampleName, examples } from './generated/examples.ts'

/** Fields of a record, at any depth. 64-bit integers and amounts are plain digits; an array replaces the whole array. */
export type Changes<T> = T extends `${bigint}`
  ? `${bigint}`
  : T extends readonly (infer Element)[]
    ? readonly Changes<Element>[]
    : T extends object
      ? { readonly [Field in keyof T]?: Changes<T[Field]> | undefined }
      : T

/** The response body of an operation. */
export type ResponseOf<Id extends OperationId> = Awaited<ReturnType<TradingNetworkApi[Id]>>

/** A record of a list, or the order. */
type RecordOf<Id extends OperationId> =
  ReturnType<TradingNetworkApi[Id]> extends AsyncIterable<infer Item> ? Item : Order

type ExampleResponse<Id extends OperationId> = ExampleName | ResponseOf<Id> | Response

/**
 * The response of each operation: the name of an example, a body, or a `Response`. Each request gets the next response of
 * a list. The last one repeats; only a page does not repeat behind a cursor, where every list is at its end.
 */
export type ChosenResponses = {
  readonly [Id in OperationId]?: ExampleResponse<Id> | readonly ExampleResponse<Id>[]
}

/**
 * A `fetch` for tests without a server. An operation gives the response chosen for it, else the typical example of the
 * contract.
 *
 * @example
 * const client = createClient({
 *   baseUrl: 'http://network.test',
 *   fetch: exampleFetch({
 *     getOrder: 'error-orderNotFound',
 *     listAccounts: [new Response(null, { status: 503 }), aPage('listAccounts', [aRecord('listAccounts')])],
 *   }),
 * })
 * const { items } = await client.listAccounts().collect()
 */
export const exampleFetch = (chosen: ChosenResponses = {}) => {
  for (const name in chosen) if (!(name in operations)) refuse('operation', name)
  const used = new Map<OperationId, number>()
  return async ({ url }: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(url)
    const operationId = operationAt(pathname)
    const given = [chosen[operationId] ?? []].flat() as ExampleResponse<OperationId>[]
    const turn = used.get(operationId) ?? 0
    used.set(operationId, turn + 1)
    const response = responseOf(given[turn] ?? given.at(-1) ?? typicalName(operationId))
    const isContinued = searchParams.has('pagination.after') || searchParams.has('pagination.before')
    const isAtEnd = isContinued && turn >= given.length && response.ok
    return isAtEnd ? responseOf(`${operationId}-emptyPage` as ExampleName) : response
  }
}

const responseOf = (response: ExampleResponse<OperationId>): Response => {
  if (response instanceof Response) return response.clone()
  const { body, ...init }: Partial<Example> =
    typeof response === 'string' ? examples[response] : { body: response }
  return Response.json(body, init)
}

const operationAt = (pathname: string): OperationId => {
  const ids = Object.keys(operations) as OperationId[]
  const found = ids.find(id => new RegExp(operations[id].path.replace(/\{\w+\}/, '[^/]+')).test(pathname))
  if (!found) throw new RangeError(`no operation at ${pathname}`)
  return found
}

/**
 * A page of a list with these records: the only page, unless `pageInfo` says something else.
 *
 * @example
 * const accounts = [aRecord('listAccounts'), aRecord('listAccounts', { balance: '0' })]
 * const page = aPage('listAccounts', accounts, { hasNextPage: true })
 */
export const aPage = <Id extends Exclude<OperationId, 'getOrder'>>(
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
 * A record of an operation, such as an account: these fields, and the others of the first record in the example.
 *
 * @example
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

const typicalName = (operationId: OperationId) =>
  `${operationId}-${operations[operationId].page ? 'typicalPage' : 'typicalOrder'}` as ExampleName

const typical = (operationId: OperationId) =>
  examples[typicalName(operationId)].body as Readonly<Record<string, unknown>>

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
