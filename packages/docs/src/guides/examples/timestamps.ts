import { createClient, fromDate, fromIso, toDate, toIso } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

// #region read
const { orders } = await client.listStopOrders({ 'pagination.first': 1 })
for (const { node } of orders.edges) {
  const { createdAt } = node.stopOrder
  console.log(createdAt) // 1721158916000000007
  console.log(toIso(createdAt)) // 2024-07-16T19:41:56.000000007Z
  console.log(toDate(createdAt)) // cut to milliseconds
}
// #endregion

// #region write
const today = await client.listStopOrders({
  'filter.dateRange.startTimestamp': fromIso('2024-07-16T00:00:00Z'),
  'filter.dateRange.endTimestamp': fromDate(new Date('2024-07-17T00:00:00Z')),
})
console.log(today.orders.edges.length)
// #endregion

// #region lost
console.log(Number('1721158916000000007')) // 1721158916000000000: seven nanoseconds are gone
// #endregion
