import {
  createClient,
  isStopOrderStatus,
  StopOrderStatus,
  StopOrderStatusMeanings,
} from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

// #region ask
const { orders } = await client.listStopOrders({ 'filter.statuses': [StopOrderStatus.PENDING] })
console.log(orders.edges.length)
// #endregion

// #region read
const newest = await client.listStopOrders({ 'pagination.first': 10 })
for (const { node } of newest.orders.edges) {
  const { status } = node.stopOrder
  // A value that this version of the package does not know is shown unchanged.
  console.log(isStopOrderStatus(status) ? StopOrderStatusMeanings[status] : status)
}
// #endregion
