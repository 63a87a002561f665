// #region client
import { ApiError, createClient, toBigInt } from '@trading-network/fetch'

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })

let sum = 0n
for await (const account of client.listAccounts({ 'pagination.first': 1000 }))
  sum += toBigInt(account.balance)
console.log(`all balances: ${sum}`)

const { items, truncated } = await client.listStopOrders().collect({ limit: 2 })
console.log(`the ${items.length} newest stop orders${truncated ? ', and there are more' : ''}`)

try {
  const { order } = await client.getOrder({ orderId: 'f'.repeat(64) })
  console.log(`price ${order.price}`)
} catch (error) {
  if (!(error instanceof ApiError && error.status === 404)) throw error
  console.log('no such order')
}
// #endregion
