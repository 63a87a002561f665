import {
  createClient,
  isStopOrderStatus,
  StopOrderStatus,
  StopOrderStatusMeanings,
} from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

// #region ask
const pending = client.listStopOrders({ 'filter.statuses': [StopOrderStatus.PENDING] })
// #endregion

// #region read
for await (const { stopOrder } of pending) {
  const { status } = stopOrder
  // A value that this version of the package does not know is shown unchanged.
  console.log(isStopOrderStatus(status) ? StopOrderStatusMeanings[status] : status)
}
// #endregion
