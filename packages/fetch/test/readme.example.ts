import { ApiError, createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

// Await a list for its first page ...
const { accounts } = await client.listAccounts({ 'filter.accountTypes': ['ACCOUNT_TYPE_BOND'] })
console.log(`${accounts.edges.length} bond accounts on the first page`)

// ... or iterate over the records of all pages. `pagination.last` walks backwards, here from the oldest on.
for await (const { stopOrder } of client.listStopOrders({
  'filter.liveOnly': true,
  'pagination.last': 500,
})) {
  console.log(`stop order ${stopOrder.id} is ${stopOrder.status}`)
}

// Whatever the server refuses is an ApiError.
try {
  const { order } = await client.getOrder({ orderId: 'f'.repeat(64) })
  console.log(`${order.remaining} of ${order.size} remain`)
} catch (error) {
  if (!(error instanceof ApiError && error.status === 404)) throw error
  console.log(error.message)
}
