// #region client
import { ApiError, createClient, fromBigInt, toBigInt, toIso } from '@trading-network/fetch'

let requests = 0
const client = createClient({ baseUrl: 'http://127.0.0.1:8080', onAttempt: () => requests++ })

// Await a list for its first page. `withResponse` adds the block height.
const { data, blockHeight } = await client.listAccounts({ 'pagination.first': 3 }).withResponse()
console.log(`${data.accounts.edges.length} accounts at block ${blockHeight}`)
// #endregion

// #region pages
// Iterate over the records of all pages. Timestamps are text in nanoseconds; calculate with bigint.
for await (const { stopOrder } of client.listStopOrders({ 'pagination.last': 500 })) {
  const hourLater = fromBigInt(toBigInt(stopOrder.createdAt) + 3_600_000_000_000n, 'unix-nanoseconds')
  console.log(`stop order ${stopOrder.id}, an hour old at ${toIso(hourLater)}`)
}

// Collect the two oldest records.
const oldest = client.listLiquidityProvisions({ 'pagination.newestFirst': false })
const { items, truncated } = await oldest.collect({ limit: 2 })
console.log(`${items.length} liquidity provisions${truncated ? ', and there are more' : ''}`)
// #endregion

// #region errors
// Every error response is an ApiError, with the server's own message.
try {
  console.log(await client.getOrder({ orderId: 'f'.repeat(64) }, { timeout: 2_000 }))
} catch (error) {
  if (!(error instanceof ApiError && error.status === 404)) throw error
  console.log(error.serverMessage)
}
// #endregion
console.log(`${requests} requests`)
