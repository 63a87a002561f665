// #region client
import { ApiError, createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

// Await a list for its first page, iterate over the records of all pages, or collect some of them.
const { accounts } = await client.listAccounts({ 'filter.accountTypes': ['ACCOUNT_TYPE_BOND'] })
console.log(`${accounts.edges.length} bond accounts on the first page`)

for await (const { stopOrder } of client.listStopOrders({
  'filter.liveOnly': true,
  'pagination.last': 500,
})) {
  console.log(`stop order ${stopOrder.id} is ${stopOrder.status}`)
}

const { items, truncated } = await client.listLiquidityProvisions().collect({ limit: 2 })
console.log(`${items.length} liquidity provisions${truncated ? ', and there are more' : ''}`)

// Every error response is an ApiError.
try {
  const { order } = await client.getOrder({ orderId: 'f'.repeat(64) }, { timeout: 2_000 })
  console.log(`${order.remaining} of ${order.size} remain`)
} catch (error) {
  if (!(error instanceof ApiError && error.status === 404)) throw error
  console.log(error.message)
}
// #endregion
