import { createClient, fromDate, fromIso, toDate, toIso } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

// #region read
const oldest = { 'pagination.first': 1, 'pagination.newestFirst': false } as const
const { orders } = await client.listStopOrders(oldest)
for (const { node } of orders.edges) {
  const { createdAt } = node.stopOrder
  console.log(createdAt) // 1721064216000000013
  console.log(toIso(createdAt)) // 2024-07-15T17:23:36.000000013Z
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
console.log(Number('1721064216000000013')) // 1721064216000000000: 13 nanoseconds are gone
// #endregion
