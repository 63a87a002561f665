// #region use
import { createClient } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

// The first page ...
const { accounts } = await client.listAccounts({ 'filter.accountTypes': ['ACCOUNT_TYPE_BOND'] })
console.log(accounts.edges.map(({ node }) => node.balance))

// ... or every record, page after page; `pagination.last` walks from the other end.
for await (const { stopOrder } of client.listStopOrders({ 'filter.liveOnly': true })) {
  console.log(stopOrder.id, stopOrder.status)
}
// #endregion
