import { type InfiniteData, type InfiniteQueryObserverOptions, QueryClient } from '@tanstack/query-core'
import type { AccountList, ListAccountsQuery, TradingNetworkApi } from '@trading-network/fetch'

// #region client
/** The client repeats what may be repeated, so the cache need not. */
export const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
// #endregion

// #region query
/** One order: for `useQuery(orderQuery(client, orderId))` of any adapter. */
export const orderQuery = (client: TradingNetworkApi, orderId: string) => ({
  queryKey: ['getOrder', { orderId }] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => client.getOrder({ orderId }, { signal }),
})
// #endregion

// #region infinite
type Accounts = InfiniteQueryObserverOptions<
  AccountList,
  Error,
  InfiniteData<AccountList, string | undefined>,
  readonly [string, ListAccountsQuery],
  string | undefined
>

/** Accounts page by page: for `useInfiniteQuery(accountsQuery(client, params))`. */
export const accountsQuery = (client: TradingNetworkApi, params: ListAccountsQuery): Accounts => ({
  queryKey: ['listAccounts', params],
  queryFn: ({ pageParam, signal }) =>
    client.listAccounts({ ...params, 'pagination.after': pageParam }, { signal }),
  initialPageParam: undefined,
  getNextPageParam: ({ accounts: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : undefined),
})
// #endregion
