import {
  type Account,
  type AccountList,
  ApiError,
  type Attempt,
  type CallOptions,
  type ClientConfig,
  type Collected,
  createClient,
  type Middleware,
  type OperationId,
  type OrderRecord,
  openapiFetch,
  type PagedResult,
  type StakeLinking,
  StalledCursorError,
  TimeoutError,
  type TradingNetworkApi,
  type Uint64String,
  type UnixNanos,
} from '@trading-network/fetch'
import { aPage, aRecord, type ChosenResponses, exampleFetch, examples } from '@trading-network/fetch/testing'
import { type WatchEvent, type WatchOptions, watch } from '@trading-network/fetch/watch'

/** All the rest that a consumer writes: it must compile on every supported compiler and resolution. */
const middleware: Middleware = {
  onRequest: ({ request, id }) => request.headers.set('x-request-id', id),
  onResponse: async ({ response }) => (response.status === 418 ? new Response() : undefined),
  onError: ({ error, schemaPath }) => new Error(schemaPath, { cause: error }),
}
const chosen: ChosenResponses = {
  getOrder: [
    'error-orderNotFound',
    new Response(null, { status: 503 }),
    { order: aRecord('getOrder', { price: '100' }) },
  ],
  listAccounts: aPage('listAccounts', []),
}
const config: ClientConfig = {
  baseUrl: new URL('http://network.test'),
  fetch: exampleFetch(chosen),
  headers: { accept: 'application/json' },
  timeout: 5_000,
  retry: 1,
  onAttempt: ({ operationId, attempt, duration, status, delay, error }: Attempt) =>
    console.error(`${operationId} ${attempt} ${duration} ${status ?? 0} ${delay ?? 0}`, error),
  middleware: [middleware],
}

export const tour = async (options: CallOptions = {}): Promise<unknown[]> => {
  const client: TradingNetworkApi = createClient(config)
  const accounts: PagedResult<object, Account> = client.listAccounts({ 'pagination.last': 2 }, options)
  const found: Collected<Account> = await accounts.collect({ limit: 10 })
  // Branded types, not just strings.
  const { blockHeight, blockTimestamp } = await accounts.withResponse()
  const block: [Uint64String | undefined, UnixNanos | undefined] = [blockHeight, blockTimestamp]
  const page: AccountList = await client.listAccounts()
  const { order }: OrderRecord = await client.getOrder({ orderId: 'ab' }, { headers: { a: 'b' } })
  // A value of a response is a valid parameter, and so is undefined.
  const since = { 'filter.dateRange.startTimestamp': order.createdAt, 'pagination.first': undefined }
  const linkings: StakeLinking[] = (await client.getStake({ partyId: 'ab' }).collect()).items
  for await (const { stopOrder } of client.listStopOrders(since)) console.error(stopOrder.triggerDirection)
  for await (const stake of client.getStake({ partyId: 'a' }, { retry: false, signal: undefined }).pages()) {
    console.error(stake.currentStakeAvailable)
  }
  const raw = openapiFetch<{ GET(path: string): Promise<{ response: Response }> }>(createClient(config))
  const { response } = await raw.GET('/api/v2/accounts')
  return [...block, page, linkings, found.truncated, response.status, examples['error-internal'].status]
}

export const explain = (error: unknown): string | number | undefined => {
  if (error instanceof ApiError) return error.code ?? error.status
  if (error instanceof TimeoutError) return 'late'
  if (error instanceof StalledCursorError) return error.message
  return undefined
}

export const fields = ({ status, operationId, retryAfter }: ApiError): [number, OperationId, number?] =>
  retryAfter === undefined ? [status, operationId] : [status, operationId, retryAfter]

export const follow = async (options: WatchOptions): Promise<string> => {
  const client = createClient(config)
  for await (const { type, record, previous } of watch(client.listAccounts(), options)) {
    if (type === 'changed') return `${previous.balance} ${record.balance}`
    if (type === 'removed') return previous.owner
  }
  for await (const { record, records } of watch(client.getOrder({ orderId: 'ab' }))) {
    if (record) return `${record.status} ${records[0]?.price}`
  }
  const linkings = watch(client.getStake({ partyId: 'ab' }))
  const next = await linkings.next()
  return next.value?.type === 'state' ? next.value.data.currentStakeAvailable : ''
}

export const owners = ({ records }: WatchEvent<object, Account>): string[] =>
  records.map(({ owner }) => owner)
