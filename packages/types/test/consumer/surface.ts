import {
  type Account,
  AccountType,
  AccountTypeMeanings,
  type Amount,
  compareAmounts,
  formatAmount,
  fromDate,
  fromIso,
  isAccountType,
  type ListStopOrdersQuery,
  type OperationId,
  type Order,
  operations,
  parseAmount,
  routes,
  StopOrderStatusValues,
  type TradingNetworkApi,
  toBigInt,
  toDate,
  toIso,
} from '@trading-network/types'

/** The rest of what a consumer writes: it must compile on every supported compiler, strict or not. */
export async function tour(client: TradingNetworkApi): Promise<string[]> {
  const lines: string[] = []
  const types = [AccountType.GENERAL, AccountType.MARGIN] as const
  for await (const account of client.listAccounts({ 'filter.accountTypes': types }))
    lines.push(describe(account))
  const query: ListStopOrdersQuery = {
    'filter.dateRange.startTimestamp': fromDate(new Date(0)),
    'filter.dateRange.endTimestamp': fromIso('2026-11-21T00:00:00.000000001Z'),
    'filter.statuses': StopOrderStatusValues,
  }
  const stopOrders = client.listStopOrders(query, {
    signal: AbortSignal.abort(),
    headers: { accept: 'application/json' },
  })
  for await (const page of stopOrders.pages()) lines.push(page.orders.pageInfo.endCursor)
  const total: Promise<number> = stopOrders.then(page => page.orders.edges.length).catch(() => 0)
  const ids = Object.keys(routes) as OperationId[]
  return [...lines, `${await total}`, ...ids.map(id => operations[id].path)]
}

function describe(account: Account): string {
  const kind = isAccountType(account.type) ? AccountTypeMeanings[account.type] : account.type
  return `${account.owner}: ${formatAmount(account.balance, 5)} (${kind})`
}

export function age(order: Order, now: Date): bigint {
  const since = toBigInt(fromDate(now)) - toBigInt(order.createdAt)
  return toDate(order.createdAt) < now ? since : BigInt(toIso(order.createdAt).length)
}

export const oneAndAHalf: Amount = parseAmount('1.5', 5)

export function cheapest(orders: Order[], most: Amount): string[] {
  const affordable = orders.filter(({ price }) => compareAmounts(price, most) <= 0)
  affordable.sort((a, b) => compareAmounts(a.price, b.price))
  return affordable.map(({ price, size }) => `${formatAmount(size, 3)} at ${formatAmount(price, 5)}`)
}
